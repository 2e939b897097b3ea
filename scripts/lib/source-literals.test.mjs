import { describe, expect, it } from 'vitest'
import { literalsIn } from './source-literals.mjs'
import { textUsageOf } from './text-usage.mjs'

const textsIn = (source) => literalsIn('page.tsx', source).map(({ text }) => text)

describe('the search for text in sources', () => {
  it('finds visible text: children, labels, placeholders, toasts, also behind a condition', () => {
    expect(textsIn('const A = () => <p>Loading</p>')).toEqual(['Loading'])
    expect(textsIn('const A = () => <p>{open ? "New" : state}</p>')).toEqual(['New'])
    expect(textsIn('const A = () => <a aria-label="Close" title={`Close ${name}`} />')).toEqual([
      'Close',
      'Close {}',
    ])
    expect(textsIn('const A = () => <input placeholder="serial" alt={x ?? "picture"} />')).toEqual([
      'serial',
      'picture',
    ])
    expect(textsIn('message.success("saved")')).toEqual(['saved'])
    expect(textsIn('modal.confirm({ title: "Sure?", okText: "Yes" })')).toEqual(['Sure?', 'Yes'])
  })

  it('finds sentences anywhere, whole or assembled', () => {
    expect(textsIn('const failed = "The list could not be read"')).toEqual(['The list could not be read'])
    expect(textsIn('const text = `${name} has taken ${count}`')).toEqual(['{} has taken {}'])
  })

  it('ignores text that only programs read', () => {
    expect(textsIn('import x from "Some Module"; type A = "Big Word"')).toEqual([])
    expect(textsIn('const A = () => <p className="Some Class" id="map-name">{t("list.title")}</p>')).toEqual(
      [],
    )
    expect(textsIn('throw new Error("This cannot happen")')).toEqual([])
    expect(textsIn('const width = `minmax(${a}px, 1fr)`; row["Wifi Strength"]')).toEqual([])
    expect(textsIn('const A = () => <b>{size} px · 4 MB</b>')).toEqual([])
  })

  it('names the line', () => {
    expect(literalsIn('page.tsx', 'const a = 1\nconst B = () => <p>Here it is</p>')).toEqual([
      { line: 2, text: 'Here it is' },
    ])
  })
})

describe('the search for used texts', () => {
  it('knows the namespaces of each call and the placeholders that it fills', () => {
    const usage = textUsageOf(
      'page.tsx',
      "function Page() { const { t } = useTranslation(['alerts', 'common']); return t('list.by', { name, at: 1 }) }\ntranslate('shell:title')",
    )
    expect([...usage.namespaces]).toEqual(['alerts', 'common', 'shell'])
    expect(usage.calls).toEqual([
      { namespaces: ['alerts', 'common'], key: 'list.by', names: ['name', 'at'], line: 1 },
      { namespaces: ['shell'], key: 'title', names: [], line: 2 },
    ])
  })

  it('finds keys that are completed at run time by their beginning', () => {
    expect(textUsageOf('a.ts', 'translate(`states:${state}`)').patterns).toEqual(['states:'])
  })
})
