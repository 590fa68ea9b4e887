"""Stage 7 of 9: GradedTrial -> SkillTables..."""
