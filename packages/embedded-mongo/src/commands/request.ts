import { NULL, toJs } from '../bson/make.ts'
import { isNumberType, numberOf } from '../bson/number.ts'
import { typeName } from '../bson/type-names.ts'
import { asString, eachField, elementList, T, type Value } from '../bson/value.ts'
import { StoreError, typeMismatch } from '../errors.ts'
import { isTrue } from '../query/parse.ts'

/** One command as it came in: its fields, and the document lists that were sent beside its body. */
export class Request {
  readonly name: string
  readonly db: string
  readonly fields: ReadonlyMap<string, Value>
  private readonly sequences: ReadonlyMap<string, Value[]>

  constructor(body: Value, sequences: ReadonlyMap<string, Value[]>) {
    const fields = new Map<string, Value>()
    eachField(body.buf, body.at, (name, value) => {
      fields.set(name, value)
    })
    this.fields = fields
    this.sequences = sequences
    this.name = fields.keys().next().value ?? ''
    this.db = this.text('$db') ?? 'admin'
  }

  /** The command as plain JavaScript values, without the documents of an insert. */
  toObject(): Record<string, unknown> {
    const members: [string, unknown][] = []
    for (const [name, value] of this.fields) members.push([name, name === 'documents' ? [] : toJs(value)])
    for (const [name, list] of this.sequences)
      members.push([name, name === 'documents' ? [] : list.map(toJs)])
    return Object.fromEntries(members)
  }

  /** All members, the command itself first. */
  memberNames(): string[] {
    return [...this.fields.keys(), ...this.sequences.keys()]
  }

  get(name: string): Value | undefined {
    const value = this.fields.get(name)
    return value?.type === T.null ? undefined : value
  }

  text(name: string): string | undefined {
    const value = this.get(name)
    if (value === undefined) return undefined
    if (value.type !== T.string) throw wrongType(name, 'string', value)
    return asString(value)
  }

  /** The collection that the command names as its own value. */
  collection(): string {
    const name = this.text(this.name)
    if (!name) throw new StoreError(73, `Invalid namespace specified '${this.db}.'`)
    return name
  }

  number(name: string): number | undefined {
    const value = this.get(name)
    if (value === undefined) return undefined
    if (!isNumberType(value.type)) throw wrongType(name, 'number', value)
    return Math.trunc(numberOf(value))
  }

  flag(name: string, fallback = false): boolean {
    const value = this.get(name)
    return value === undefined ? fallback : isTrue(value)
  }

  document(name: string): Value | undefined {
    const value = this.get(name)
    if (value !== undefined && value.type !== T.object) throw wrongType(name, 'object', value)
    return value
  }

  /** A list of documents, from the body or from a document sequence. */
  documents(name: string): Value[] {
    const sequence = this.sequences.get(name)
    if (sequence) return sequence
    const value = this.get(name)
    if (value?.type !== T.array) throw wrongType(name, 'array', value ?? NULL)
    return elementList(value)
  }
}

export const wrongType = (name: string, wanted: string, value: Value) =>
  typeMismatch(`BSON field '${name}' is the wrong type '${typeName(value.type)}', expected type '${wanted}'`)
