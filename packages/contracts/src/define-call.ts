import type { z } from 'zod'
import type { RouteSpec } from './routes.ts'

/** Schemas of a call's request and response. An absent member means an empty one. */
export type CallShapes = {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  response: z.ZodType
  variants?: CallVariants
}

/** Variants of a call, which one of its path parameters chooses. */
export type CallVariants = {
  /** name of the parameter */
  param: string
  of: Readonly<Record<string, CallVariant>>
  /** further values of the parameter, each with the name of its variant */
  aliases?: Readonly<Record<string, string>>
}

/** Variant of a call: the pages that open it instead of those of the call, and the shape of its response. */
export type CallVariant = { pages: readonly string[]; response?: z.ZodType }

/** Traits of a call besides its schemas. */
export type CallTraits = {
  /** one line for the OpenAPI document */
  summary: string
  /** true if the patient rule applies: without the caller's patient-data flag, patients do not exist */
  patient?: true
  /** overall message of a 400; by default the first entry of `errors` */
  invalidMessage?: string
  /** messages that become the overall message if they are among the `errors` */
  leadingMessages?: readonly string[]
  /** maximum size of a body in bytes; 1 MB by default */
  bodyLimit?: number
  /** true if errors also have `error: { msg }`, and a duplicate is 500 `already_exists` */
  duplicateIsStatus500?: true
  /**
   * true if error responses also have `verify: false`, so that the sign-in form recognises a refusal by the service
   */
  verifyFalse?: true
  /** format of the response, `json` by default; with `open` the handler writes the response */
  produces?: 'json' | 'open'
  /**
   * kind of concurrency limit per session, `calls` by default. `streams`: a file that may take minutes. `none`: a
   * call that hardly uses the store, or must always be possible
   */
  share?: 'calls' | 'streams' | 'none'
  /** media type of a response other than JSON, for the OpenAPI document */
  mediaType?: string
  /** true if the handler reads the raw body itself (ingestion) */
  rawBody?: true
  /** schema of the other members of a multipart/form-data body with one file named `file`, which the handler reads */
  multipart?: z.ZodType
  /** one item of a raw body, for the OpenAPI document */
  item?: z.ZodType
}

/** One call of the product: its address, its access rule, its schemas. */
export type Call<R extends RouteSpec = RouteSpec, S extends CallShapes = CallShapes> = CallTraits & {
  route: R
  shapes: S
}

/**
 * Declares a call once, for the Express route, the typed client, the OpenAPI document and the tests.
 * @param route entry of the route table
 * @param declaration traits, and zod schemas for params, query, body and response
 */
export function defineCall<const R extends RouteSpec, S extends CallShapes>(
  route: R,
  declaration: CallTraits & S,
): Call<R, S> {
  const { params, query, body, response, variants, ...traits } = declaration as CallTraits & CallShapes
  const shapes: CallShapes = { response }
  if (params) shapes.params = params
  if (query) shapes.query = query
  if (body) shapes.body = body
  if (variants) shapes.variants = variants
  return { ...traits, route, shapes: shapes as S }
}

/** Returns the variant of a call that its path parameters choose; undefined for a call without variants. */
export function variantOf({ shapes: { variants } }: Call, params: unknown): CallVariant | undefined {
  if (!variants) return undefined
  const { [variants.param]: name } = params as Record<string, unknown>
  const own = ownMember(variants.aliases, name) ?? name
  return ownMember(variants.of, own)
}

const ownMember = <T>(members: Readonly<Record<string, T>> = {}, name: unknown): T | undefined =>
  typeof name === 'string' && Object.hasOwn(members, name) ? members[name] : undefined

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined
type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined
type RequestMember<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<string, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T }

/** Request of a call as a handler receives it: parsed, with defaults. */
export type HandlerInput<C extends Call> = {
  params: OutputOf<C['shapes']['params']>
  query: OutputOf<C['shapes']['query']>
  body: OutputOf<C['shapes']['body']>
}

/** Request of a call as a client passes it. */
export type ClientInput<C extends Call> = RequestMember<'params', InputOf<C['shapes']['params']>> &
  RequestMember<'query', InputOf<C['shapes']['query']>> &
  RequestMember<'body', InputOf<C['shapes']['body']>>

/** Response of a call as a handler returns it. */
export type HandlerOutput<C extends Call> = z.input<C['shapes']['response']>

/** Names of the variants of a call; `never` without variants. */
export type VariantName<C extends Call> = C['shapes'] extends { variants: { of: infer Variants } }
  ? Extract<keyof Variants, string>
  : never

/** Response of a call as a client receives it. @template V chosen variant */
export type CallResponse<C extends Call, V extends VariantName<C> = VariantName<C>> = C['shapes'] extends {
  variants: { of: infer Variants extends Readonly<Record<string, { response: z.ZodType }>> }
}
  ? { [name in keyof Variants]: z.output<Variants[name]['response']> }[V & keyof Variants]
  : z.output<C['shapes']['response']>
