import { resolve } from 'node:path'
import type { Plugin } from 'vite'

interface Replacement {
  /** How the module that asks names what is replaced. */
  readonly source: string
  /** The module that asks for it. */
  readonly importer: RegExp
  /** What it gets instead. */
  readonly code: string
}

const INPUT = /[\\/]antd[\\/]es[\\/]input[\\/]index\.js$/
const TABLE = /[\\/]antd[\\/]es[\\/]table[\\/]InternalTable\.js$/

/** A component that fails with a sentence when it is drawn. */
const notBuilt = (what: string): string =>
  `export default () => { throw new Error('${what}: not part of this build.') }`

const part = (file: string): string =>
  JSON.stringify(resolve(import.meta.dirname, '../src/ui/antd-parts', file))

/**
 * Leaves out of antd what the console does not use of it, and what that brings.
 * - Filter menus of the Table, with Tree: the console filters in its toolbar, for all columns at once.
 * - The choice of a single row of the Table, with Radio; virtual rows and Spin: a list that long has pages, and a table that
 *   is being fetched fades or has a skeleton.
 * - Input's Search, OTP and Group, and Dropdown's Button, with Space. What asks for one of these says so when it is drawn.
 * - The Menu of a Dropdown is loaded once one is opened.
 * - Rules of forms are validators: the package that knows all other kinds stays out.
 */
const REPLACEMENTS: readonly Replacement[] = [
  {
    source: './FilterDropdown',
    importer: /[\\/]antd[\\/]es[\\/]table[\\/]hooks[\\/]useFilter[\\/]index\.js$/,
    code: `
      export const flattenKeys = (filters = []) => filters.flatMap(({ value, children }) => [value, ...flattenKeys(children)])
      export default () => { throw new Error('Filter menus of the Table are not part of this build.') }
    `,
  },
  {
    source: '../../radio',
    importer: /[\\/]antd[\\/]es[\\/]table[\\/]hooks[\\/]useSelection\.js$/,
    code: notBuilt('Rows are chosen by checkboxes; radio buttons of the Table'),
  },
  // antd draws it around the rows in any case, spinning or not.
  {
    source: '../spin',
    importer: TABLE,
    code: `export default ({ spinning, children }) => {
      if (spinning) throw new Error('Loading of the Table: not part of this build.')
      return children
    }`,
  },
  { source: './RcTable/VirtualTable', importer: TABLE, code: notBuilt('Virtual rows of the Table') },
  { source: './OTP', importer: INPUT, code: notBuilt('Input.OTP') },
  { source: './Search', importer: INPUT, code: notBuilt('Input.Search') },
  { source: './Group', importer: INPUT, code: notBuilt('Input.Group') },
  {
    source: './dropdown-button',
    importer: /[\\/]antd[\\/]es[\\/]dropdown[\\/]index\.js$/,
    code: notBuilt('Dropdown.Button'),
  },
  {
    source: '../menu',
    importer: /[\\/]antd[\\/]es[\\/]dropdown[\\/]dropdown\.js$/,
    code: `export { LateMenu as default } from ${part('late-menu.tsx')}`,
  },
  {
    source: '@rc-component/async-validator',
    importer: /[\\/]@rc-component[\\/]form[\\/]es[\\/]utils[\\/]validateUtil\.js$/,
    code: `export { ValidatorsOnly as default } from ${part('validators-only.ts')}`,
  },
]

const PREFIX = '\0antd-part:'

/** Puts these in the place of what antd's components ask for. */
export const antdParts = (): Plugin => ({
  name: 'wardtrack-antd-parts',
  enforce: 'pre',
  resolveId: (source, importer) => {
    const index = REPLACEMENTS.findIndex(
      (replacement) =>
        replacement.source === source && importer !== undefined && replacement.importer.test(importer),
    )
    return index < 0 ? undefined : `${PREFIX}${index}`
  },
  load: (id) => (id.startsWith(PREFIX) ? REPLACEMENTS[Number(id.slice(PREFIX.length))]?.code : undefined),
})
