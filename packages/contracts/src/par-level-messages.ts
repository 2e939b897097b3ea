/** Messages about PAR levels; part of `messages`. */
export const parLevelMessages = {
  parLevelSaved: 'PAR level saved.',
  parLevelRemoved: 'PAR level removed.',
  parLevelExists: 'This unit already has a PAR level for this category.',
  parLevelRule: 'A level is a whole number from 0 to 9,999.',
  parLevelNeeded: 'A PAR level must be at least 1.',
  safetyLevelRule: 'The safety level must not exceed the PAR level.',
  parCategoryUnknown: 'This equipment category does not exist.',
  parUnitUnknown: 'This place does not exist.',
  tooManyParLevels: 'PAR level limit reached.',
} as const
