import { translate } from '../../lib/i18n/i18n.ts'

/** What is wrong with a new password; undefined when nothing is. The server asks the same. */
export function newPasswordError(password: string, userName: string): string | undefined {
  if (password === '') return translate('messages:passwordRequired')
  if (!/^\S+(?: \S+)*$/.test(password)) return translate('messages:spaceNotAllowed')
  const bytes = new TextEncoder().encode(password).length
  return bytes < 10 || bytes > 72 || password === userName ? translate('messages:passwordRule') : undefined
}
