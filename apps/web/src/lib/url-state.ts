import { useEffect } from 'react'
import { type Path, useLocation, useNavigate } from 'react-router'
import { readMatrix, writeMatrix } from './matrix-url.ts'

/** Value of a page's address. */
export interface UrlField<T> {
  /** Name of the parameter. */
  readonly name: string
  /** Reads a parameter's text; null if absent. Unreadable texts give the default. */
  readonly read: (text: string | null) => T
  /** Formats a value; an empty text leaves the parameter out, as for the default. */
  readonly write: (value: T) => string
}

/** Values of a page's address, by member. */
export type UrlSchema<State> = { readonly [member in keyof State]: UrlField<State[member]> }

const MAX_TEXT_LENGTH = 200

/** Field for a text, such as a search. */
export const urlText = (name: string): UrlField<string> => ({
  name,
  read: (text) => text?.slice(0, MAX_TEXT_LENGTH) ?? '',
  write: (value) => value,
})

/** Field for one of several words; the first is the default. */
export const urlChoice = <Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
): UrlField<Word> => ({
  name,
  read: (text) => words.find((word) => word === text) ?? words[0],
  write: (value) => (value === words[0] ? '' : value),
})

/** Field for a whole number from 1 on, such as a page; with `allowed`, only one of those. */
export const urlNumber = (name: string, fallback: number, allowed?: readonly number[]): UrlField<number> => ({
  name,
  read: (text) => {
    const number = Number(text)
    const fits = Number.isInteger(number) && number >= 1 && (!allowed || allowed.includes(number))
    return fits ? number : fallback
  },
  write: (value) => (value === fallback ? '' : String(value)),
})

/** Field for several words, in any order. */
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

/**
 * Returns the parameters of a state: unrelated parameters first, unchanged, then those of the schema in its order.
 */
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

/** Changes part of the state. `replace` adds no history entry, as for typing and corrections. */
export type ChangeUrlState<State> = (part: Partial<State>, options?: { readonly replace?: boolean }) => void

type Address = Pick<Path, 'pathname' | 'search'>
type AddressPart = 'query' | 'matrix'

/**
 * Addresses of pending navigations, by the location they started from. The next change builds on them; otherwise it
 * would undo the previous change.
 */
const underWay = new WeakMap<Address, Address>()

const parametersOf = ({ pathname, search }: Address, part: AddressPart): Parameters =>
  part === 'query' ? [...new URLSearchParams(search)] : Object.entries(readMatrix(pathname).parameters)

/**
 * Returns values that are kept in the address, so that they can be shared, bookmarked and restored by Back. Other
 * parameters stay unchanged.
 * @param part part of the address: behind `?`, or as matrix parameters behind the page's name
 */
export function useUrlState<State>(
  schema: UrlSchema<State>,
  part: AddressPart = 'query',
): readonly [State, ChangeUrlState<State>] {
  const location = useLocation()
  const navigate = useNavigate()
  useEffect(() => void underWay.delete(location), [location])
  const change: ChangeUrlState<State> = (changed, { replace = false } = {}) => {
    const before = underWay.get(location) ?? location
    const parameters = parametersOf(before, part)
    const state = { ...readUrlState(schema, parameters), ...changed }
    const next = writeUrlState(schema, state, parameters)
    const after =
      part === 'query'
        ? { ...before, search: String(new URLSearchParams(next.map(([name, text]) => [name, text]))) }
        : { ...before, pathname: writeMatrix(before.pathname, next) }
    underWay.set(location, after)
    void navigate(after, { replace })
  }
  return [readUrlState(schema, parametersOf(location, part)), change]
}
