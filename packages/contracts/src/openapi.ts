import { z } from 'zod'
import { calls } from './calls/index.ts'
import type { Call } from './define-call.ts'
import { ERROR_STATUS } from './errors.ts'
import { type Access, DEFAULT_BASES, type Service } from './routes.ts'
import { MAX_ITEMS } from './shapes/ingestion.ts'

type Json = Record<string, unknown>

/**
 * Returns the OpenAPI 3.1 document of all declared calls, without aliases.
 * @param bases base address of each service
 */
export function openApiDocument(bases: Readonly<Record<Service, string>> = DEFAULT_BASES): Json {
  const paths: Record<string, Json> = {}
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    if (call.route.undocumented) continue
    const path = `${bases[call.route.service]}${call.route.path}`
    const add = (at: string, described: Json): void => {
      paths[at] = { ...paths[at], [call.route.method.toLowerCase()]: described }
    }
    const { param = '', of = {} } = call.shapes.variants ?? {}
    // A path with the value of the parameter comes before the path with any value.
    for (const [value, { response, pages }] of Object.entries(of))
      if (response)
        add(path.replace(`{${param}}`, value), variantOperation(name, call, { value, response, pages }))
    add(path, operation(name, call))
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wardtrack',
      version: '1.0.0',
      description: 'Live location and state of hospital equipment, patients and clinicians.',
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'AccessToken of POST /api/user/verify' },
        key: { type: 'http', scheme: 'bearer', description: 'An ingestion key' },
      },
      schemas: { Error: errorSchema },
    },
  }
}

const errorSchema: Json = {
  type: 'object',
  required: ['err', 'code', 'message', 'requestId'],
  properties: {
    err: { const: 1 },
    code: { enum: Object.keys(ERROR_STATUS) },
    message: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    requestId: { type: 'string' },
  },
}

function operation(name: string, call: Call): Json {
  const { params, query, body, response } = call.shapes
  const refusal = { description: 'Refused', content: json({ $ref: '#/components/schemas/Error' }) }
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.route.service === 'root' ? 'operations' : call.route.service],
    'x-access': call.route.access,
    ...(call.patient ? { 'x-patient-rule': true } : {}),
    security: security(call.route.access),
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(body && !call.multipart ? { requestBody: { content: json(schemaOf(body, 'input')) } } : {}),
    ...(call.multipart ? { requestBody: { required: true, content: formContent(call.multipart) } } : {}),
    ...(call.item ? { requestBody: { required: true, content: itemsContent(call.item) } } : {}),
    responses: {
      '200': {
        description: 'Done',
        content: { [call.mediaType ?? 'application/json']: { schema: schemaOf(response, 'output') } },
      },
      default: refusal,
    },
  }
}

/** Describes a variant of a call under its own path: its access and the shape of its response. */
function variantOperation(
  name: string,
  call: Call,
  { value, response, pages }: { value: string; response: z.ZodType; pages: readonly string[] },
): Json {
  const { params: _chosen, ...shapes } = call.shapes
  const route = { ...call.route, access: { kind: 'pages' as const, pages } }
  return operation(`${name}.${value}`, { ...call, route, shapes: { ...shapes, response } })
}

/** Returns the content of one item or a list of items as JSON, or of one item per line. */
function itemsContent(item: z.ZodType): Json {
  const schema = schemaOf(item, 'input')
  return {
    ...json({ oneOf: [schema, { type: 'array', minItems: 1, maxItems: MAX_ITEMS, items: schema }] }),
    'application/x-ndjson': { schema },
  }
}

/** Returns the content of a file with the other members of its form. */
function formContent(members: z.ZodType): Json {
  const schema = schemaOf(members, 'input')
  const file = { type: 'string', format: 'binary' }
  const properties = { ...(schema['properties'] as Json), file }
  const required = [...((schema['required'] as string[] | undefined) ?? []), 'file']
  return { 'multipart/form-data': { schema: { ...schema, properties, required } } }
}

const json = (schema: Json): Json => ({ 'application/json': { schema } })

function security(access: Access): Json[] {
  if (access.kind === 'public') return []
  return [access.kind === 'key' ? { key: [] } : { session: [] }]
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

function parameters(location: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return []
  const shape = schemaOf(schema, 'input')
  const required = (shape['required'] as string[] | undefined) ?? []
  return Object.entries((shape['properties'] ?? {}) as Record<string, Json>).map(([name, member]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: member,
  }))
}
