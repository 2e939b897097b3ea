import { messages } from '@wardtrack/contracts/messages'

/** What is wrong with a new password; undefined when nothing is. The server asks the same (calls.md, row 6). */
export function newPasswordError(password: string, userName: string): string | undefined {
  if (password === '') return messages.passwordRequired
  if (!/^\S+(?: \S+)*$/.test(password)) return messages.spaceNotAllowed
  const bytes = new TextEncoder().encode(password).length
  return bytes < 10 || bytes > 72 || password === userName ? messages.passwordRule : undefined
}
