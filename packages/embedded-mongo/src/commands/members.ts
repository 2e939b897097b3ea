import { asString, fieldList, T, type Value } from '../bson/value.ts'
import { failedToParse, notImplemented, StoreError } from '../errors.ts'
import type { Request } from './request.ts'

/** The members of a command or a statement, apart from those that every command may have. */
type Members = { required: readonly string[]; optional: readonly string[] }

const members = (required: string, optional = ''): Members => ({
  required: required.split(' ').filter((name) => name !== ''),
  optional: optional.split(' '),
})

/** Members that every command may have. */
const GENERIC = new Set(
  '$db $readPreference $clusterTime lsid txnNumber autocommit startTransaction readConcern writeConcern maxTimeMS comment apiVersion apiStrict apiDeprecationErrors'.split(
    ' ',
  ),
)

const FIND_AND_MODIFY = members('', 'query sort remove update new upsert')

/** Commands that are not listed here are asked by drivers and tools with members of many kinds, none of which matter. */
const COMMANDS: Readonly<Record<string, Members>> = {
  insert: members('documents', 'ordered'),
  update: members('updates', 'ordered'),
  delete: members('deletes', 'ordered'),
  findAndModify: FIND_AND_MODIFY,
  findandmodify: FIND_AND_MODIFY,
  find: members('', 'filter projection sort skip limit batchSize singleBatch hint'),
  getMore: members('collection', 'batchSize'),
  killCursors: members('cursors'),
  aggregate: members('pipeline', 'cursor'),
  count: members('', 'query limit skip'),
  distinct: members('key', 'query'),
  explain: members('', 'verbosity'),
  create: members(''),
  drop: members(''),
  dropDatabase: members(''),
  createIndexes: members('indexes', 'commitQuorum'),
  listIndexes: members('', 'cursor'),
  dropIndexes: members('index'),
  collStats: members(''),
  dbStats: members(''),
  compact: members('', 'force'),
  copyStore: members(''),
}

const STATEMENTS = { updates: members('q u', 'multi upsert'), deletes: members('q limit') }

/** @throws StoreError 40415 for a member that is not known, 40414 for one that is missing */
export function checkCommandMembers(request: Request): void {
  const known = COMMANDS[request.name]
  if (!known) return
  const [, ...names] = request.memberNames()
  check(
    request.name,
    known,
    names.filter((name) => !GENERIC.has(name)),
  )
}

/** The same for one element of `updates` or `deletes`. */
export function checkStatementMembers(
  command: string,
  list: keyof typeof STATEMENTS,
  statement: ReadonlyMap<string, Value>,
): void {
  check(`${command}.${list}`, STATEMENTS[list], [...statement.keys()])
}

function check(owner: string, { required, optional }: Members, given: readonly string[]): void {
  for (const name of given) {
    if (!required.includes(name) && !optional.includes(name))
      throw new StoreError(40415, `BSON field '${owner}.${name}' is an unknown field.`)
  }
  for (const name of required) {
    if (!given.includes(name))
      throw new StoreError(40414, `BSON field '${owner}.${name}' is missing but a required field`)
  }
}

/** One process and durable writes: what the levels promise holds. A snapshot would need history. */
export function checkReadConcern(readConcern: Value | undefined): void {
  for (const [name, value] of readConcern ? fieldList(readConcern) : []) {
    if (name !== 'level') throw notImplemented(`readConcern with ${name}`)
    const level = value.type === T.string ? asString(value) : ''
    if (level === 'snapshot')
      throw new StoreError(123, 'node needs to be a replica set member to use readConcern: snapshot')
    if (!['local', 'available', 'majority', 'linearizable'].includes(level))
      throw failedToParse(`Enumeration value '${level}' for field 'readConcern.level' is not a valid value.`)
  }
}
