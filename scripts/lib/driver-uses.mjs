// Finds code that bypasses the models and uses MongoDB's own driver, and checks that it gives a reason.
import { parseSync, Visitor } from 'oxc-parser'

/** The line that gives the reason. */
const REASON = /^\s*(?:\/\/|\*|\/\*\*) driver: \S/
/**
 * Number of lines above a use that may contain the reason: a statement, or its comment, may begin a little earlier.
 */
const LINES_ABOVE = 6
/** The driver's collections, and the connection to its database. */
const NAMES = new Set(['driver', 'connection'])

/**
 * Finds uses of the driver.
 * @param {string} path path of a .ts file
 * @param {string} source its text
 * @returns {{ line: number, hasReason: boolean }[]} each use of `db.driver`, `db.connection` or `db.sealing.raw`,
 * however it is taken out of the database
 */
export function driverUses(path, source) {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const lines = source.split('\n')
  const uses = []
  const add = (node) => {
    const line = source.slice(0, node.start).split('\n').length
    uses.push({
      line,
      hasReason: lines.slice(Math.max(0, line - 1 - LINES_ABOVE), line - 1).some((text) => REASON.test(text)),
    })
  }
  new Visitor({
    MemberExpression(node) {
      const name = memberName(node)
      if (NAMES.has(name) || (name === 'raw' && memberName(node.object) === 'sealing')) add(node.property)
    },
    ObjectPattern(node) {
      for (const member of node.properties) if (NAMES.has(member.key?.name)) add(member.key)
    },
  }).visit(program)
  return uses
}

/** Returns the name of the member that an expression reads; undefined when it reads none. */
const memberName = ({ type, computed, property }) =>
  type === 'MemberExpression' ? (computed ? property.value : property.name) : undefined
