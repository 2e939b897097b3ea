import { messages } from '@wardtrack/contracts/messages'
import { translate } from './i18n.ts'

const keys = new Map(
  Object.entries(messages).map(([key, text]) => [text as string, key as keyof typeof messages]),
)

/** What a service said, in the language of the console; a message that the contract does not know stays as it came. */
export function serverText(message: string): string {
  const key = keys.get(message)
  return key ? translate(`messages:${key}`) : message
}
