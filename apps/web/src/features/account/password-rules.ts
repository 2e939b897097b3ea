import { translate } from '../../lib/i18n/i18n.ts'

/** As the contract has them, without its code: the server asks the same. */
const MIN_CHARACTERS = 12
const MAX_BYTES = 72

/** What is wrong with a new password; undefined when nothing is. */
export function newPasswordError(password: string, userName: string): string | undefined {
  if (password === '') return translate('messages:passwordRequired')
  if (!/^\S+(?: \S+)*$/.test(password)) return translate('messages:spaceNotAllowed')
  const bytes = new TextEncoder().encode(password).length
  const isFitting = [...password].length >= MIN_CHARACTERS && bytes <= MAX_BYTES
  return isFitting && password !== userName ? undefined : translate('messages:passwordRule')
}
