import { messages } from '@wardtrack/contracts/messages'
import { translate } from './i18n.ts'

const keys = new Map(
  Object.entries(messages).map(([key, text]) => [text as string, key as keyof typeof messages]),
)

/** What the contract's client says where no service has answered. */
const UNREACHED = /^The server was not reached\.$/
const STATUS = /^The server answered with status (\d+)\.$/

/** What a service said, in the language of the console; a message that the contract does not know stays as it came. */
export function serverText(message: string): string {
  const key = keys.get(message)
  if (key) return translate(`messages:${key}`)
  if (UNREACHED.test(message)) return translate('common:upload.unreached')
  const status = STATUS.exec(message)?.[1]
  return status ? translate('common:error.status', { status }) : message
}
