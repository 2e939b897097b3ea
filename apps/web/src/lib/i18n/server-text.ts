import { messages } from '@wardtrack/contracts/messages'
import { translate } from './i18n.ts'

const keys = new Map(
  Object.entries(messages).map(([key, text]) => [text as string, key as keyof typeof messages]),
)

/** Message of the contract's client when no service has answered. */
const UNREACHED = /^The server could not be reached\.$/
const STATUS = /^The server answered with status (\d+)\.$/

/** Returns a service's message in the language of the console. Messages outside the contract stay unchanged. */
export function serverText(message: string): string {
  const key = keys.get(message)
  if (key) return translate(`messages:${key}`)
  if (UNREACHED.test(message)) return translate('common:upload.unreached')
  const status = STATUS.exec(message)?.[1]
  return status ? translate('common:error.status', { status }) : message
}
