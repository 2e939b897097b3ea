import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { antdParts } from './antd-parts.ts'

const antd = join(dirname(createRequire(import.meta.url).resolve('antd/package.json')), 'es')
type Hook = (source: string, importer?: string) => string | undefined
const plugin = antdParts()
const resolved = plugin.resolveId as Hook
const loaded = plugin.load as Hook

describe('the replaced parts of antd', () => {
  it.each([
    ['table/hooks/useFilter/index.js', './FilterDropdown'],
    ['table/hooks/useSelection.js', '../../radio'],
    ['table/InternalTable.js', '../spin'],
    ['table/InternalTable.js', './RcTable/VirtualTable'],
    ['input/index.js', './OTP'],
    ['input/index.js', './Search'],
    ['input/index.js', './Group'],
    ['dropdown/index.js', './dropdown-button'],
    ['dropdown/dropdown.js', '../menu'],
  ])('are replaced where antd imports them: %s imports %s', (file, source) => {
    const importer = join(antd, file)
    expect(readFileSync(importer, 'utf8')).toContain(`from '${source}'`)
    const id = resolved(source, importer) ?? ''
    expect(loaded(id)).toContain('default')
  })

  it('are unchanged for other importers', () => {
    expect(resolved('../menu', join(antd, 'breadcrumb/BreadcrumbItem.js'))).toBeUndefined()
    expect(resolved('../spin', join(antd, 'list/index.js'))).toBeUndefined()
    expect(resolved('../menu')).toBeUndefined()
  })

  it('are in existing files', () => {
    const folder = join(import.meta.dirname, '../src/ui/antd-parts')
    expect(readdirSync(folder).length).toBeGreaterThan(0)
    const importer = join(antd, 'dropdown/dropdown.js')
    const [, path = ''] = /from "([^"]+)"/.exec(loaded(resolved('../menu', importer) ?? '') ?? '') ?? []
    expect(existsSync(path)).toBe(true)
  })
})
