/** Messages about PAR levels; part of `messages`. */
export const parLevelMessages = {
  parLevelSaved: 'PAR level saved.',
  parLevelRemoved: 'PAR level removed.',
  parLevelExists: 'This unit has a PAR level for this category already.',
  parLevelRule: 'A level is a whole number from 0 to 9,999.',
  parLevelNeeded: 'A PAR level is at least 1.',
  safetyLevelRule: 'The safety level is at most the PAR level.',
  parCategoryUnknown: 'This category of equipment is not known.',
  parUnitUnknown: 'This place is not known.',
  tooManyParLevels: 'There are as many PAR levels as may be.',
} as const
