import type { Plugin } from 'vite'

const FILTER_MENU = /[\\/]antd[\\/]es[\\/]table[\\/]hooks[\\/]useFilter[\\/]FilterDropdown\.js$/

const REPLACEMENT = `
export const flattenKeys = (filters = []) => filters.flatMap(({ value, children }) => [value, ...flattenKeys(children)])
export default () => { throw new Error('Filter menus of the Table are not part of this build.') }
`

/**
 * Leaves the filter menus out of antd's Table, and with them Tree and Radio: the console filters in its toolbar, for
 * all columns at once. A column that asks for one anyway says so when it is drawn.
 */
export const withoutFilterMenus = (): Plugin => ({
  name: 'wardtrack-without-filter-menus',
  load: (id) => (FILTER_MENU.test(id) ? REPLACEMENT : undefined),
})
