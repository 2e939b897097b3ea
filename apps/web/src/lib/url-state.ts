import { useLocation, useNavigate } from 'react-router'
import { readMatrix, writeMatrix } from './matrix-url.ts'

/** How one value stands in an address. */
export interface UrlField<T> {
  /** Name of the parameter. */
  readonly name: string
  /** Reads a parameter's text; null where the address has none. What cannot be read is the default. */
  readonly read: (text: string | null) => T
  /** Text of a value; the empty one leaves the parameter out, as for the default. */
  readonly write: (value: T) => string
}

/** The values that a page keeps in its address, by member. */
export type UrlSchema<State> = { readonly [member in keyof State]: UrlField<State[member]> }

const LONGEST_TEXT = 200

/** A text, such as what is searched for. */
export const urlText = (name: string): UrlField<string> => ({
  name,
  read: (text) => text?.slice(0, LONGEST_TEXT) ?? '',
  write: (value) => value,
})

/** One of several words; the first is the default. */
export const urlChoice = <Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
): UrlField<Word> => ({
  name,
  read: (text) => words.find((word) => word === text) ?? words[0],
  write: (value) => (value === words[0] ? '' : value),
})

/** A whole number from 1 on, such as a page; where `allowed` is given, one of those. */
export const urlNumber = (name: string, fallback: number, allowed?: readonly number[]): UrlField<number> => ({
  name,
  read: (text) => {
    const number = Number(text)
    const fits = Number.isInteger(number) && number >= 1 && (!allowed || allowed.includes(number))
    return fits ? number : fallback
  },
  write: (value) => (value === fallback ? '' : String(value)),
})

/** Several words, in any order. */
export const urlWords = (name: string): UrlField<readonly string[]> => ({
  name,
  read: (text) => (text ?? '').split(',').filter(Boolean),
  write: (value) => [...value].sort().join(','),
})

type Parameters = readonly (readonly [name: string, text: string])[]

const fieldsOf = <State>(schema: UrlSchema<State>): [keyof State, UrlField<unknown>][] =>
  Object.entries(schema) as [keyof State, UrlField<unknown>][]

/** Reads the values of a schema from parameters. */
export function readUrlState<State>(schema: UrlSchema<State>, parameters: Parameters): State {
  const texts = new Map(parameters)
  return Object.fromEntries(
    fieldsOf(schema).map(([member, { name, read }]) => [member, read(texts.get(name) ?? null)]),
  ) as State
}

/** The parameters of a state: those of others first, as they were, then those of the schema in its order. */
export function writeUrlState<State>(
  schema: UrlSchema<State>,
  state: State,
  before: Parameters,
): (readonly [string, string])[] {
  const fields = fieldsOf(schema)
  const ownNames = new Set(fields.map(([, { name }]) => name))
  const written = fields
    .map(([member, { name, write }]) => [name, write(state[member])] as const)
    .filter(([, text]) => text !== '')
  return [...before.filter(([name]) => !ownNames.has(name)), ...written]
}

/** Changes part of the state. `replace` makes no entry in the history: for typing and for corrections. */
export type ChangeUrlState<State> = (part: Partial<State>, options?: { readonly replace?: boolean }) => void

/**
 * Values that live in the address, so that they can be shared, bookmarked and gone back to. Parameters of others stay.
 * @param part where they stand: behind `?`, or as matrix parameters behind the page's name
 */
export function useUrlState<State>(
  schema: UrlSchema<State>,
  part: 'query' | 'matrix' = 'query',
): readonly [State, ChangeUrlState<State>] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const parameters: Parameters =
    part === 'query' ? [...new URLSearchParams(search)] : Object.entries(readMatrix(pathname).parameters)
  const state = readUrlState(schema, parameters)
  const change: ChangeUrlState<State> = (changed, { replace = false } = {}) => {
    const next = writeUrlState(schema, { ...state, ...changed }, parameters)
    const to =
      part === 'query'
        ? `?${new URLSearchParams(next.map(([name, text]) => [name, text])).toString()}`
        : `${writeMatrix(pathname, next)}${search}`
    void navigate(to, { replace })
  }
  return [state, change]
}
