"""Shipped fakes: offline model server, scripted agent, memory sandbox, fixed clock."""
