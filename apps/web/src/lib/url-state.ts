import { useEffect } from 'react'
import { type Path, useLocation, useNavigate } from 'react-router'
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

type Address = Pick<Path, 'pathname' | 'search'>
type AddressPart = 'query' | 'matrix'

/**
 * Addresses that were navigated to and are not shown yet, by the location that was shown when they were. The next change
 * goes on from there, or it would take back the one before.
 */
const underWay = new WeakMap<Address, Address>()

const parametersOf = ({ pathname, search }: Address, part: AddressPart): Parameters =>
  part === 'query' ? [...new URLSearchParams(search)] : Object.entries(readMatrix(pathname).parameters)

/**
 * Values that live in the address, so that they can be shared, bookmarked and gone back to. Parameters of others stay.
 * @param part where they stand: behind `?`, or as matrix parameters behind the page's name
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
