import { translate } from '../../lib/i18n/i18n.ts'

/** Text without leading, trailing or doubled white space. */
const SPACED = /^\S+(?: \S+)*$/

const rule = (value: string, missing: string): string | undefined => {
  if (value === '') return missing
  return SPACED.test(value) ? undefined : translate('messages:spaceNotAllowed')
}

/** What is wrong with the user name; undefined when nothing is. */
export const usernameError = (value: string): string | undefined =>
  rule(value, translate('messages:usernameRequired'))
/** What is wrong with the password; undefined when nothing is. */
export const passwordError = (value: string): string | undefined =>
  rule(value, translate('messages:passwordRequired'))

/** Internet Explorer and the Edge before Chromium, which the console does not run in. */
export const isUnsupported = (userAgent: string): boolean => /MSIE |Trident\/|Edge\/\d/.test(userAgent)
