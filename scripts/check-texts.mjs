// Checks the console's texts: no text in the sources, no missing or unused key, the same placeholders in all
// languages. No page opens before its texts are loaded.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { consolePages } from './lib/console-pages.mjs'
import { at, ROOT } from './lib/paths.mjs'
import { literalsIn } from './lib/source-literals.mjs'
import { reachableFrom, textUsageOf } from './lib/text-usage.mjs'

const SRC = at('apps', 'web', 'src')
const LOCALES = `${SRC}/locales`
const SOURCE_LANGUAGE = 'en-GB'
/** Namespaces that callers of the services and the crash screen read as a whole. */
const WHOLE = new Set(['messages', 'crash'])

const { messages } = await import(at('packages', 'contracts', 'dist', 'messages.js'))
const problems = []
const languages = readdirSync(LOCALES)
const texts = new Map(languages.map((language) => [language, textsOf(language)]))
const sources = readdirSync(SRC, { recursive: true })
  .map(String)
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|testing\/|^bench\/|^locales\//.test(path))
  .map((path) => ({ path, source: readFileSync(`${SRC}/${path}`, 'utf8') }))
const usages = new Map(sources.map(({ path, source }) => [path, textUsageOf(path, source)]))
const keys = [...texts.get(SOURCE_LANGUAGE)].flatMap(([namespace, entries]) =>
  [...entries.keys()].map((key) => ({
    namespace,
    key,
    base: key.replace(/_(?:zero|one|two|few|many|other)$/, ''),
  })),
)
const known = new Set(keys.flatMap(({ namespace, base }) => [base, `${namespace}:${base}`]))

for (const { path, source } of sources)
  for (const { line, text } of literalsIn(path, source))
    if (!known.has(text)) problems.push(`${path}:${line}: text in the source: ${text}`)
for (const language of languages) compareLanguage(language)
checkUsage()
checkPages()
checkPageTexts()
for (const problem of problems) console.log(`  ${problem}`)
console.log(
  `${keys.length} texts in ${languages.length} languages, ${sources.length} sources, ${problems.length} problems`,
)
process.exitCode = keys.length === 0 || problems.length > 0 ? 1 : 0

function textsOf(language) {
  const files = readdirSync(`${LOCALES}/${language}`).filter((name) => name.endsWith('.json'))
  const namespaces = new Map(
    files.map((name) => [
      name.slice(0, -'.json'.length),
      flatten(readJson(`${LOCALES}/${language}/${name}`)),
    ]),
  )
  if (language === SOURCE_LANGUAGE) namespaces.set('messages', flatten(messages))
  return namespaces
}

function flatten(tree, prefix = '', entries = new Map()) {
  for (const [key, value] of Object.entries(tree))
    if (typeof value === 'string') entries.set(prefix + key, value)
    else flatten(value, `${prefix}${key}.`, entries)
  return entries
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/**
 * Checks a language against the source language: same keys, its own plural forms, same placeholders, no empty texts.
 */
function compareLanguage(language) {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  for (const [namespace, source] of texts.get(SOURCE_LANGUAGE)) {
    const target = texts.get(language).get(namespace) ?? new Map()
    const wanted = new Map()
    for (const [key, text] of source) {
      const plural = /^(.*)_(?:one|other)$/.exec(key)
      for (const name of plural ? forms.map((form) => `${plural[1]}_${form}`) : [key]) wanted.set(name, text)
    }
    const where = `locales/${language}/${namespace}`
    for (const [key, text] of wanted) {
      const translated = target.get(key)
      if (!translated) problems.push(`${where}: ${key} is missing`)
      else if (placeholders(text) !== placeholders(translated))
        problems.push(
          `${where}: ${key} has other placeholders: ${placeholders(translated)}, not ${placeholders(text)}`,
        )
    }
    for (const key of target.keys())
      if (!wanted.has(key)) problems.push(`${where}: ${key} is not in ${SOURCE_LANGUAGE}`)
  }
  for (const namespace of texts.get(language).keys())
    if (!texts.get(SOURCE_LANGUAGE).has(namespace))
      problems.push(`locales/${language}/${namespace} is not in ${SOURCE_LANGUAGE}`)
}

function placeholders(text) {
  const names = [...text.matchAll(/\{\{\s*(\w+)|<(\w+)/g)].map(([, name, tag]) => name ?? `<${tag}>`)
  return [...new Set(names)].sort((a, b) => a.localeCompare(b)).join(', ')
}

/** Checks that each key is used, and that each call fills the placeholders of its text. */
function checkUsage() {
  const literals = new Set()
  const patterns = new Set()
  for (const usage of usages.values()) {
    for (const literal of usage.literals) literals.add(literal)
    for (const pattern of usage.patterns) if (/^[\w:.-]+[.:]$/.test(pattern)) patterns.add(pattern)
  }
  for (const { namespace, base } of keys) {
    if (WHOLE.has(namespace) || literals.has(base) || literals.has(`${namespace}:${base}`)) continue
    if ([...patterns].some((each) => `${namespace}:${base}`.startsWith(each) || base.startsWith(each)))
      continue
    problems.push(`locales/${SOURCE_LANGUAGE}/${namespace}: nobody uses ${base}`)
  }
  for (const [path, { calls }] of usages)
    for (const { namespaces, key, names, line } of calls) checkCall(`${path}:${line}`, namespaces, key, names)
}

function checkCall(where, namespaces, key, names) {
  if (!namespaces) return
  const entries = namespaces.map((each) => texts.get(SOURCE_LANGUAGE).get(each)).filter(Boolean)
  const text = entries
    .map((each) => each.get(key) ?? each.get(`${key}_other`))
    .find((each) => each !== undefined)
  if (text === undefined) problems.push(`${where}: no text ${namespaces.join(', ')}: ${key}`)
  else if (names)
    for (const [, name] of text.matchAll(/\{\{\s*(\w+)/g))
      if (!names.includes(name)) problems.push(`${where}: ${key} is not given its {{${name}}}`)
}

/**
 * Checks that a page lists under `texts` in routes.ts exactly the namespaces that its sources use, in addition to the
 * frame's.
 */
function checkPages() {
  const core = [
    ...readFileSync(`${LOCALES}/${SOURCE_LANGUAGE}/core.ts`, 'utf8').matchAll(/([\w-]+)(?=[,:\s}'])/g),
  ].map(([, name]) => name)
  const routes = readFileSync(`${SRC}/app/routes.ts`, 'utf8')
  const declared = Object.fromEntries(
    [
      ...(/const texts[^{]*\{([\s\S]*?)\n\}/.exec(routes)?.[1] ?? '').matchAll(
        /^ {2}'?([\w/-]+)'?: \[([^\]]*)\]/gm,
      ),
    ].map(([, page, list]) => [page, [...list.matchAll(/'([\w-]+)'/g)].map(([, name]) => name)]),
  )
  for (const { page, file } of consolePages()) {
    const used = namespacesFrom(`${SRC}/${file}`).filter((name) => !core.includes(name))
    const named = declared[page] ?? []
    for (const name of used)
      if (!named.includes(name)) problems.push(`app/routes.ts: ${page} uses the texts ${name}`)
    for (const name of named)
      if (!used.includes(name)) problems.push(`app/routes.ts: ${page} uses no texts ${name}`)
  }
  const frame = ['app/root.tsx', 'app/shell/shell.tsx', 'app/guard.tsx', 'app/unknown-address.tsx']
  const loadedApart = new Set(
    sources.filter(({ path }) => path.startsWith('app/')).flatMap(({ source }) => namespacesLoadedBy(source)),
  )
  for (const name of new Set(frame.flatMap((file) => namespacesFrom(`${SRC}/${file}`))))
    if (!core.includes(name) && !loadedApart.has(name))
      problems.push(`locales/*/core.ts: the frame uses the texts ${name}`)
}

/** Returns the namespaces that a part of the frame loads itself, once somebody opens it. */
function namespacesLoadedBy(source) {
  const lists = [...source.matchAll(/\bloadTexts\(\[([^\]]*)\]\)/g)]
  return lists.flatMap(([, list]) => [...list.matchAll(/'([\w-]+)'/g)].map(([, name]) => name))
}

function namespacesFrom(file) {
  const reached = [...reachableFrom(file)].map((path) => usages.get(relative(SRC, path)))
  const named = new Set(reached.flatMap((usage) => [...(usage?.namespaces ?? [])]))
  return [...named].filter((name) => texts.get(SOURCE_LANGUAGE).has(name))
}

/**
 * Checks the titles and help texts of the pages: the same pages in every language, with the same number of
 * paragraphs.
 */
function checkPageTexts() {
  const folder = at('apps', 'web', 'public', 'assets', 'lang')
  const source = readJson(`${folder}/${SOURCE_LANGUAGE}.json`).pages
  for (const language of languages) {
    const path = `${folder}/${language}.json`
    const pages = existsSync(path) ? readJson(path).pages : {}
    const where = relative(ROOT, path)
    for (const [page, { help, editTitle }] of Object.entries(source)) {
      if (!pages[page]?.title || !pages[page].help || !pages[page].editTitle !== !editTitle)
        problems.push(`${where}: ${page} is missing`)
      else if (paragraphs(pages[page].help) !== paragraphs(help))
        problems.push(`${where}: ${page} has other paragraphs`)
    }
    for (const page of Object.keys(pages))
      if (!source[page]) problems.push(`${where}: ${page} is not in ${SOURCE_LANGUAGE}`)
  }
}

function paragraphs(text) {
  return text.split('\n\n').length
}
