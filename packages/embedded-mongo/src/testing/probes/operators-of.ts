/** A command or a part of one as plain JavaScript values. */
type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
const membersOf = (value: unknown): [string, unknown][] => (isMembers(value) ? Object.entries(value) : [])
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Members that every driver sends with every command. */
const GENERIC = new Set(['$db', 'lsid', '$clusterTime', '$readPreference'])
/** Commands whose members the driver chooses. */
const HANDSHAKE = new Set(['hello', 'ismaster', 'isMaster', 'saslStart', 'saslContinue', 'endSessions'])

/**
 * Returns the features that a command uses, as short names such as `query $in` or `find.sort`. Features are names and
 * members of commands, operators, stages, accumulators, expressions, index options and kinds of projections.
 */
export function operatorsOf(command: Members): ReadonlySet<string> {
  const found = new Set<string>()
  addCommand(found, command)
  return found
}

function addCommand(found: Set<string>, command: Members): void {
  const [name = ''] = Object.keys(command)
  found.add(name)
  if (HANDSHAKE.has(name)) return
  for (const [member, value] of Object.entries(command).slice(1)) {
    if (GENERIC.has(member)) continue
    found.add(`${name}.${member}`)
    addMember(found, member, value)
  }
  if (name === 'explain' && isMembers(command['explain'])) addCommand(found, command['explain'])
}

function addMember(found: Set<string>, member: string, value: unknown): void {
  switch (member) {
    case 'filter':
    case 'query':
      return addFilter(found, value)
    case 'projection':
    case 'fields':
      for (const [, kept] of membersOf(value)) found.add(`projection ${kindOfProjection(kept)}`)
      return
    case 'update':
      return addUpdate(found, value)
    case 'updates':
    case 'deletes':
      for (const statement of listOf(value)) addStatement(found, member, statement)
      return
    case 'pipeline':
      for (const stage of listOf(value)) addStage(found, stage)
      return
    case 'indexes':
      for (const index of listOf(value)) {
        for (const [option] of membersOf(index)) found.add(`index ${option}`)
      }
  }
}

const kindOfProjection = (kept: unknown) =>
  isMembers(kept) ? Object.keys(kept)[0] : kept ? 'inclusion' : 'exclusion'

function addStatement(found: Set<string>, list: string, statement: unknown): void {
  for (const [member, value] of membersOf(statement)) {
    found.add(`${list}.${member}`)
    if (member === 'q') addFilter(found, value)
    if (member === 'u') addUpdate(found, value)
  }
}

function addFilter(found: Set<string>, filter: unknown): void {
  for (const item of listOf(filter)) addFilter(found, item)
  for (const [name, value] of membersOf(filter)) {
    if (name.startsWith('$')) found.add(`query ${name}`)
    if (name === '$expr') addExpression(found, value)
    else addFilter(found, value)
  }
  if (filter instanceof RegExp) found.add('query pattern')
}

function addUpdate(found: Set<string>, update: unknown): void {
  for (const stage of listOf(update)) addStage(found, stage, 'update stage')
  for (const [operator, operand] of membersOf(update)) {
    found.add(operator.startsWith('$') ? `update ${operator}` : 'update replacement')
    if (!operator.startsWith('$')) return
    for (const [path, value] of membersOf(operand)) {
      for (const part of path.split('.')) {
        if (part.startsWith('$')) found.add(`update path ${part.replace(/\w+/, 'name')}`)
      }
      for (const [modifier] of membersOf(value)) {
        if (modifier.startsWith('$')) found.add(`update ${operator} ${modifier}`)
      }
    }
  }
}

function addStage(found: Set<string>, stage: unknown, kind = 'stage'): void {
  for (const [name, operand] of membersOf(stage)) {
    found.add(`${kind} ${name}`)
    if (name === '$match') addFilter(found, operand)
    else if (name === '$group') addGroup(found, operand)
    else addExpression(found, operand)
  }
}

function addGroup(found: Set<string>, group: unknown): void {
  for (const [member, value] of membersOf(group)) {
    if (member === '_id') addExpression(found, value)
    else
      for (const [accumulator, operand] of membersOf(value)) {
        found.add(`accumulator ${accumulator}`)
        addExpression(found, operand)
      }
  }
}

function addExpression(found: Set<string>, expression: unknown): void {
  if (typeof expression === 'string' && expression.startsWith('$$'))
    found.add(`expression ${expression.split('.')[0]}`)
  for (const item of listOf(expression)) addExpression(found, item)
  for (const [name, operand] of membersOf(expression)) {
    if (name.startsWith('$')) found.add(`expression ${name}`)
    if (name !== '$literal') addExpression(found, operand)
  }
}
