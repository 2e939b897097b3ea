import type { Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import type { Request } from './request.ts'

/** The members of a command or a statement, apart from those that every command may have. */
type Members = { required: readonly string[]; optional: readonly string[] }

const members = (required: string, optional = ''): Members => ({
  required: required.split(' ').filter((name) => name !== ''),
  optional: optional.split(' '),
})

/** Members that every command may have. */
const GENERIC = new Set(['$db', '$readPreference', 'writeConcern'])

/** Members by command. For commands that are not listed, drivers and tools send other members, which are ignored. */
const COMMANDS: Readonly<Record<string, Members>> = {
  insert: members('documents', 'ordered'),
  update: members('updates', 'ordered'),
  delete: members('deletes', 'ordered'),
  findAndModify: members('', 'query sort remove update new upsert'),
  find: members('', 'filter projection sort skip limit batchSize singleBatch hint readConcern'),
  getMore: members('collection', 'batchSize'),
  killCursors: members('cursors'),
  aggregate: members('pipeline', 'cursor'),
  distinct: members('key', 'query'),
  explain: members('', 'verbosity'),
  createIndexes: members('indexes'),
  listIndexes: members('', 'cursor'),
  collStats: members(''),
  dbStats: members(''),
  compact: members(''),
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
