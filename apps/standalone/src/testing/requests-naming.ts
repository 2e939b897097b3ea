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

/** A request that says one text wherever its call takes one. */
export type NamingRequest = {
  call: string
  path: string
  /** asked with an ingestion key and not with a session */
  isPush: boolean
  init: { method: string; body?: string; headers: Record<string, string> }
}

/** What would end the session that asks, or shut its address out, and the stream that ends by itself never. */
const LEFT_OUT: ReadonlySet<string> = new Set(['logout', 'live', 'verify', 'changePassword'])
/** What encrypts all that is stored anew, each time: it is asked in a body that cannot be read. */
const WITHOUT_READABLE_BODY: ReadonlySet<string> = new Set(['rotateEncryptionKey'])
const MAX_DEPTH = 8

/**
 * For every call of the contract the requests that name something in each place that takes a text: in the address, in the
 * query, in a body of the declared shape, and in a body that is no JSON. A call that takes no text is not among them.
 * @param text what is named
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

/** A value of the shape whose texts all say the same; what is no text is as small as it may be. */
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
