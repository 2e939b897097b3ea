import type { Plugin } from 'vite'

const FILTER_MENU = /[\\/]antd[\\/]es[\\/]table[\\/]hooks[\\/]useFilter[\\/]FilterDropdown\.js$/
const SELECTION = /[\\/]antd[\\/]es[\\/]table[\\/]hooks[\\/]useSelection\.js$/
const NO_RADIO = '\0no-radio'

const FILTER_MENU_REPLACEMENT = `
export const flattenKeys = (filters = []) => filters.flatMap(({ value, children }) => [value, ...flattenKeys(children)])
export default () => { throw new Error('Filter menus of the Table are not part of this build.') }
`
const RADIO_REPLACEMENT = `
export default () => { throw new Error('Rows are chosen by checkboxes: radio buttons of the Table are not part of this build.') }
`

/**
 * Leaves out of antd's Table what the console does not use of it, and what that brings. Filter menus, with Tree: the
 * console filters in its toolbar, for all columns at once. The choice of a single row, with Radio. A column or a table
 * that asks for them anyway says so when it is drawn.
 */
export const withoutTableParts = (): Plugin => ({
  name: 'wardtrack-without-table-parts',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === '../../radio' && importer !== undefined && SELECTION.test(importer) ? NO_RADIO : undefined,
  load: (id) => {
    if (id === NO_RADIO) return RADIO_REPLACEMENT
    return FILTER_MENU.test(id) ? FILTER_MENU_REPLACEMENT : undefined
  },
})
