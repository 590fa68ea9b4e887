"""Stage 8 of 9: Review + SkillTables -> Verdict."""
