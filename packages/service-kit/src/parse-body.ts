import { isUtf8 } from 'node:buffer'
import { messages } from '@wardtrack/contracts/messages'
import { ApiError, invalidMember } from './api-error.ts'
import { refusedJson } from './refused-json.ts'

/**
 * Parses the bytes of a JSON body; an empty one is an empty object. It refuses other encodings, whose letters would
 * be stored as replacement characters. It also refuses a member called `__proto__`: copying drops it silently, and
 * criteria would lose a condition.
 * @throws ApiError 400
 */
export function parseBody(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) throw new ApiError('invalid_json', messages.notUtf8)
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('"__proto__"'))
    throw invalidMember('__proto__', 'This name is not allowed.')
  const value = bytes.byteLength === 0 ? {} : parseJson(new TextDecoder().decode(bytes))
  const refusal = refusedJson(value)
  if (refusal) throw refusal
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('invalid_json', messages.notJson)
  }
}
