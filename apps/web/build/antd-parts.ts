import { resolve } from 'node:path'
import type { Plugin } from 'vite'

interface Replacement {
  /** Specifier of the replaced module in the import. */
  readonly source: string
  /** Module that imports it. */
  readonly importer: RegExp
  /** Code of the replacement. */
  readonly code: string
}

const INPUT = /[\\/]antd[\\/]es[\\/]input[\\/]index\.js$/
const TABLE = /[\\/]antd[\\/]es[\\/]table[\\/]InternalTable\.js$/

/** Returns the code of a component that throws when it is rendered. */
const notBuilt = (what: string): string =>
  `export default () => { throw new Error('${what}: not part of this build.') }`

const part = (file: string): string =>
  JSON.stringify(resolve(import.meta.dirname, '../src/ui/antd-parts', file))

/**
 * Replacements for unused parts of antd and their dependencies. Most replacements throw when they are rendered.
 * - Filter menus of the Table, with Tree: The console filters in its toolbar, for all columns together.
 * - Choice of a single row of the Table, with Radio: Rows are chosen by checkboxes.
 * - Virtual rows and Spin of the Table: Long lists have pages, and a loading table fades or has a skeleton.
 * - Search, OTP and Group of Input, and Button of Dropdown, with Space: The console does not use them.
 * - Menu of a Dropdown: It is loaded when a Dropdown first opens.
 * - Rules of forms: All are validators, so the package for other kinds of rules is left out.
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
  // antd renders it around the rows, spinning or not.
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

/** Replaces these parts in the imports of antd's components. */
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
