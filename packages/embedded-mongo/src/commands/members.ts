import { asBool, asString, fieldList, T, type Value } from '../bson/value.ts'
import { notImplemented, StoreError } from '../errors.ts'
import type { Request } from './request.ts'

/** The members of a command: what it needs, what is carried out or changes no answer, and what is refused. */
type Members = { required?: readonly string[]; known?: readonly string[]; refused?: readonly string[] }

/** Members that every command may have. */
const GENERIC = new Set([
  '$db',
  '$readPreference',
  '$clusterTime',
  'lsid',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'comment',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
])

const FIND_AND_MODIFY: Members = {
  known: ['query', 'sort', 'hint', 'remove', 'update', 'new', 'fields', 'upsert', 'collation'],
  refused: ['let', 'arrayFilters'],
}

/** Commands that are not listed here are asked by drivers and tools with members of many kinds, none of which matter. */
const COMMANDS: Readonly<Record<string, Members>> = {
  insert: { required: ['documents'], known: ['ordered', 'bypassDocumentValidation'] },
  update: { required: ['updates'], known: ['ordered', 'bypassDocumentValidation'], refused: ['let'] },
  delete: { required: ['deletes'], known: ['ordered'], refused: ['let'] },
  findAndModify: FIND_AND_MODIFY,
  findandmodify: FIND_AND_MODIFY,
  find: {
    known: [
      'filter',
      'projection',
      'sort',
      'skip',
      'limit',
      'batchSize',
      'singleBatch',
      'hint',
      'collation',
      'allowDiskUse',
      'noCursorTimeout',
      'allowPartialResults',
    ],
    refused: ['min', 'max', 'returnKey', 'showRecordId', 'tailable', 'awaitData', 'oplogReplay', 'let'],
  },
  getMore: { required: ['collection'], known: ['batchSize'] },
  killCursors: { required: ['cursors'] },
  aggregate: {
    required: ['pipeline'],
    known: ['cursor', 'hint', 'collation', 'allowDiskUse', 'bypassDocumentValidation'],
    refused: ['explain', 'let'],
  },
  count: { known: ['query', 'limit', 'skip', 'hint', 'collation', 'fields'] },
  distinct: { required: ['key'], known: ['query', 'hint', 'collation'] },
  explain: { known: ['verbosity'] },
  create: {
    known: ['autoIndexId', 'idIndex', 'indexOptionDefaults', 'storageEngine'],
    refused: [
      'capped',
      'size',
      'max',
      'viewOn',
      'pipeline',
      'timeseries',
      'validator',
      'validationLevel',
      'validationAction',
      'clusteredIndex',
      'expireAfterSeconds',
      'collation',
      'encryptedFields',
      'changeStreamPreAndPostImages',
    ],
  },
  drop: {},
  dropDatabase: {},
  listDatabases: { known: ['filter', 'nameOnly', 'authorizedDatabases'] },
  listCollections: { known: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'] },
  createIndexes: { required: ['indexes'], known: ['commitQuorum', 'ignoreUnknownIndexOptions'] },
  listIndexes: { known: ['cursor'] },
  dropIndexes: { required: ['index'] },
}

const STATEMENTS = {
  updates: {
    required: ['q', 'u'],
    known: ['multi', 'upsert', 'hint', 'collation', 'sort'],
    refused: ['c', 'arrayFilters'],
  },
  deletes: { required: ['q', 'limit'], known: ['hint', 'collation'] },
} satisfies Record<string, Members>

/** One process and durable writes: what the levels promise holds. A snapshot would need history. */
export function checkReadConcern(readConcern: Value | undefined): void {
  for (const [name, value] of readConcern ? fieldList(readConcern) : []) {
    if (name !== 'level') throw notImplemented(`readConcern with ${name}`)
    const level = value.type === T.string ? asString(value) : ''
    if (level === 'snapshot')
      throw new StoreError(123, 'node needs to be a replica set member to use readConcern: snapshot')
    if (!['local', 'available', 'majority', 'linearizable'].includes(level))
      throw new StoreError(
        9,
        `Enumeration value '${level}' for field 'readConcern.level' is not a valid value.`,
      )
  }
}

/** @throws StoreError 40415 for a member that MongoDB does not know, 40414 for one that is missing, 238 for others */
export function checkCommandMembers(request: Request): void {
  const members = COMMANDS[request.name]
  if (!members) return
  const [, ...names] = request.memberNames()
  const given = names.filter((name) => !GENERIC.has(name))
  check(request.name, members, given, (name) => !isOff(request.get(name)))
}

/** The same for one element of `updates` or `deletes`. */
export function checkStatementMembers(
  command: string,
  list: keyof typeof STATEMENTS,
  statement: ReadonlyMap<string, Value>,
): void {
  check(`${command}.${list}`, STATEMENTS[list], [...statement.keys()], (name) => !isOff(statement.get(name)))
}

/** Whether a member that is refused is there without asking for anything. */
const isOff = (value: Value | undefined) => value?.type === T.bool && !asBool(value)

function check(
  owner: string,
  members: Members,
  given: readonly string[],
  isOn: (name: string) => boolean,
): void {
  const { required = [], known = [], refused = [] } = members
  for (const name of given) {
    if (refused.includes(name)) {
      if (isOn(name)) throw notImplemented(`${owner} with ${name}`)
    } else if (!required.includes(name) && !known.includes(name))
      throw new StoreError(40415, `BSON field '${owner}.${name}' is an unknown field.`)
  }
  for (const name of required)
    if (!given.includes(name))
      throw new StoreError(40414, `BSON field '${owner}.${name}' is missing but a required field`)
}
