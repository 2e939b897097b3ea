import type { z } from 'zod'
import type { RouteSpec } from './routes.ts'

/** What a call takes and gives. Members left out take nothing. */
export type CallShapes = {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  response: z.ZodType
}

/** Traits of a call beyond its shapes. */
export type CallTraits = {
  /** one line for the OpenAPI document */
  summary: string
  /** the patient rule applies: without the caller's patient-data flag patients do not exist */
  patient?: true
  /** overall message of a 400; without it the first entry of `errors` is the message */
  invalidMessage?: string
  /** messages that, when one is among the entries of `errors`, become the overall one instead */
  leadingMessages?: readonly string[]
  /** largest body in bytes; 1 MB when left out */
  bodyLimit?: number
  /** errors also carry `error: { msg }`, and a duplicate is 500 `already_exists` */
  duplicateIsStatus500?: true
  /** every error answer also carries `verify: false`, by which the sign-in form tells a refusal from a server out of reach */
  verifyFalse?: true
  /** how the answer is sent; `json` when left out. `open`: the handler writes the response itself */
  produces?: 'json' | 'open'
  /**
   * how it counts for what a session may ask at once; `calls` when left out. `streams`: a file that may take minutes;
   * `none`: it asks the store for next to nothing, or must always be possible
   */
  share?: 'calls' | 'streams' | 'none'
  /** of an answer that is no JSON, for the OpenAPI document */
  mediaType?: string
  /** the handler reads the raw body itself (ingestion) */
  rawBody?: true
  /** a raw body is multipart/form-data: one file under the name `file`, and these members, read by the handler */
  multipart?: z.ZodType
  /** one item of a raw body, for the OpenAPI document */
  item?: z.ZodType
}

/** One call of the product: its address, who may make it, its shapes. */
export type Call<R extends RouteSpec = RouteSpec, S extends CallShapes = CallShapes> = CallTraits & {
  route: R
  shapes: S
}

/**
 * Declares a call once, for the Express route, the typed client, the OpenAPI document and the tests alike.
 * @param route an entry of the route table
 * @param declaration traits, and zod schemas for params, query, body and response
 */
export function defineCall<const R extends RouteSpec, S extends CallShapes>(
  route: R,
  declaration: CallTraits & S,
): Call<R, S> {
  const { params, query, body, response, ...traits } = declaration as CallTraits & CallShapes
  const shapes: CallShapes = { response }
  if (params) shapes.params = params
  if (query) shapes.query = query
  if (body) shapes.body = body
  return { ...traits, route, shapes: shapes as S }
}

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined
type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined
type RequestMember<K extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<string, never> extends T
    ? { [P in K]?: T }
    : { [P in K]: T }

/** Request of a call as a handler receives it: parsed and with defaults filled in. */
export type HandlerInput<C extends Call> = {
  params: OutputOf<C['shapes']['params']>
  query: OutputOf<C['shapes']['query']>
  body: OutputOf<C['shapes']['body']>
}

/** Request of a call as a client gives it. */
export type ClientInput<C extends Call> = RequestMember<'params', InputOf<C['shapes']['params']>> &
  RequestMember<'query', InputOf<C['shapes']['query']>> &
  RequestMember<'body', InputOf<C['shapes']['body']>>

/** What a handler answers. */
export type HandlerOutput<C extends Call> = z.input<C['shapes']['response']>

/** What a client receives. */
export type CallResponse<C extends Call> = z.output<C['shapes']['response']>
