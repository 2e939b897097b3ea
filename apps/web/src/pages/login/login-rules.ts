import { translate } from '../../lib/i18n/i18n.ts'

/** Text without leading, trailing or doubled white space. */
const SPACED = /^\S+(?: \S+)*$/

const rule = (value: string, missing: string): string | undefined => {
  if (value === '') return missing
  return SPACED.test(value) ? undefined : translate('messages:spaceNotAllowed')
}

/** Returns the error of a user name; undefined if it is valid. */
export const usernameError = (value: string): string | undefined =>
  rule(value, translate('messages:usernameRequired'))
/** Returns the error of a password; undefined if it is valid. */
export const passwordError = (value: string): string | undefined =>
  rule(value, translate('messages:passwordRequired'))

/** True for Internet Explorer and for Edge before Chromium, which cannot run the console. */
export const isUnsupported = (userAgent: string): boolean => /MSIE |Trident\/|Edge\/\d/.test(userAgent)
