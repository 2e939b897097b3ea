import { type Call, calls, DEFAULT_BASES } from '@wardtrack/contracts'
import { z } from 'zod'

type JsonSchema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema | false
  prefixItems?: JsonSchema[]
}

/** A request with one text in every text input of its call. */
export type NamingRequest = {
  call: string
  path: string
  /** true when it uses an ingestion key instead of a session */
  isPush: boolean
  init: { method: string; body?: string; headers: Record<string, string> }
}

/** Calls that would end the session or block its address, and the stream, which never ends by itself. */
const LEFT_OUT: ReadonlySet<string> = new Set(['logout', 'live', 'verify', 'changePassword'])
/** Calls that would re-encrypt all stored data each time; they are only sent with an unreadable body. */
const WITHOUT_READABLE_BODY: ReadonlySet<string> = new Set(['rotateEncryptionKey'])
const MAX_DEPTH = 8

/**
 * Returns requests for every call with a text in each text input. Inputs are the address, the query, a body of the
 * declared shape, and a body that is no JSON. Calls without text inputs are left out.
 * @param text text to insert
 */
export const requestsNaming = (text: string): NamingRequest[] =>
  (Object.entries(calls) as [string, Call][])
    .filter(([name]) => !LEFT_OUT.has(name))
    .flatMap(([name, call]) => requestsOf(name, call, text))

function requestsOf(name: string, { route, shapes, item }: Call, text: string): NamingRequest[] {
  const named = encodeURIComponent(text)
  const address = (DEFAULT_BASES[route.service] + route.path).replaceAll(/\{\+?\w+\}/g, named)
  const members = Object.keys(schemaOf(shapes.query)?.properties ?? {})
  const query = new URLSearchParams(members.map((member): [string, string] => [member, text]))
  const path = query.size > 0 ? `${address}?${query.toString()}` : address
  const isPush = route.access.kind === 'key'
  const request = (body?: string): NamingRequest => ({
    call: name,
    path,
    isPush,
    init: {
      method: route.method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    },
  })
  if (route.method === 'GET') return path.includes(named) || query.size > 0 ? [request()] : []
  const shape = schemaOf(shapes.body) ?? schemaOf(item)
  const readable = JSON.stringify(shape ? filled(shape, text) : { [text]: text })
  const bodies = WITHOUT_READABLE_BODY.has(name) ? [] : [readable]
  return [...bodies, `{"${text}": ${text}`].map((body) => request(body))
}

const schemaOf = (shape: z.ZodType | undefined): JsonSchema | undefined =>
  shape && (z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as JsonSchema)

/** Returns a value of the shape with the text in all text members; other members are as small as possible. */
function filled(schema: JsonSchema, text: string, depth = 0): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice && depth < MAX_DEPTH) return filled(choice, text, depth + 1)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (type === 'array') {
    const items = schema.prefixItems ?? (schema.items ? [schema.items] : [])
    return depth < MAX_DEPTH ? items.map((entry) => filled(entry, text, depth + 1)) : []
  }
  if (type !== 'object') return text
  const members = depth < MAX_DEPTH ? Object.entries(schema.properties ?? {}) : []
  return Object.fromEntries([
    ...members.map(([name, member]) => [name, filled(member, text, depth + 1)] as const),
    [text, text],
  ])
}
