import { z } from 'zod'

const NEEDED: Readonly<Record<string, string>> = {
  string: 'A text is needed.',
  number: 'A number is needed.',
  int: 'A whole number is needed.',
  boolean: 'true or false is needed.',
  array: 'A list is needed.',
  object: 'An object is needed.',
  record: 'An object is needed.',
}

const UNITS: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' entries',
  object: ' members',
  record: ' members',
}

/**
 * Returns the error of a value in plain words and without the value. The validation library's texts are written for
 * programmers. A message of the schema takes precedence.
 */
export const plainMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is needed.'
        : (NEEDED[issue.expected] ?? 'Another value is needed.')
    case 'invalid_value':
      return `One of these is needed: ${issue.values.map(String).join(', ')}.`
    case 'too_big':
      return `At most ${issue.maximum}${UNITS[issue.origin] ?? ''}.`
    case 'too_small':
      return `At least ${issue.minimum}${UNITS[issue.origin] ?? ''}.`
    case 'invalid_format':
      return 'The format is not valid.'
    case 'invalid_union':
      return 'The value has none of the accepted forms.'
    default:
      return undefined
  }
}
