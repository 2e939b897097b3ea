import type { ServiceParts } from '@wardtrack/access'
import {
  type BusTopics,
  isNameWord,
  isWordSearch,
  readTerm,
  type SearchPart,
  searchPartOf,
  storedTerm,
} from '@wardtrack/database'
import { PATIENT } from '@wardtrack/patient-rule'
import { BUS_GAP, isToldOfEveryChange } from '@wardtrack/service-kit'

/** Words of a part known at most; where assets have more, searching looks at pieces of texts instead. */
const MAX_WORDS = 50_000
/** Words of a part that one search may stand for: each is a list of its own, and the lists are read side by side. */
const MAX_WORDS_PER_SEARCH = 24
/** Changed assets that are read one by one; after more of them the part is read again. */
const MAX_UNREAD_CHANGES = 1_000

type Changes = BusTopics['asset.changed']['changes']

/** What a text is looked for in: everything that a search covers, or the names of assets alone. */
export type WordScope = 'everything' | 'names'

/** Every word that any asset is searched by. A text of letters is searched by looking up the words that contain it. */
export type WordIndex = {
  /**
   * The words that contain the text, as they are stored; undefined where words do not decide what the text finds.
   * @param parts what is looked at; the time it takes, and the answer, depend on nothing else
   */
  containing(text: string, parts: readonly SearchPart[], scope: WordScope): Promise<string[] | undefined>
  close(): void
}

/**
 * Opens the index, with the words of patients apart from all others. A part is read at the first search in it; later
 * the words of its changed assets are added before the next search is answered. A word that no asset has any more
 * stays: it finds nothing. Where not every change is told there is no index.
 */
export function openWordIndex(service: ServiceParts): WordIndex {
  const wordsOf: Record<SearchPart, PartWords> = {
    others: new PartWords(service.db, 'others'),
    patients: new PartWords(service.db, 'patients'),
  }
  const all = Object.values(wordsOf)
  const unsubscribes = [
    service.bus.subscribe('asset.changed', ({ changes }) => {
      // Links, tags and states are no words.
      const renamed = changes.filter(({ change }) => change === 'created' || change === 'updated')
      for (const words of all) words.noteChanges(renamed)
    }),
    service.bus.subscribe(BUS_GAP, () => {
      for (const words of all) words.forget()
    }),
    service.bus.subscribe('config.changed', ({ what }) => {
      // A name that is encrypted now is no word any more.
      if (what === 'metadata') for (const words of all) words.forget()
    }),
  ]
  return {
    containing: async (text, parts, scope) => {
      if (!isToldOfEveryChange(service) || !isWordSearch(text)) return undefined
      const found = await Promise.all(
        parts.map((part) => wordsOf[part].containing(text.toUpperCase(), scope)),
      )
      return found.every((words) => words !== undefined) ? found.flat() : undefined
    },
    close: () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}

/** The words of one part, without marks; undefined where they do not decide. */
type Words = Set<string> | undefined

class PartWords {
  private readonly db: ServiceParts['db']
  private readonly part: SearchPart
  private known: Promise<Words> | undefined
  private unread: Changes = []

  constructor(db: ServiceParts['db'], part: SearchPart) {
    this.db = db
    this.part = part
  }

  noteChanges(changes: Changes): void {
    if (!this.known) return
    this.unread.push(...changes.filter(({ AssetType }) => searchPartOf(AssetType) === this.part))
    if (this.unread.length > MAX_UNREAD_CHANGES) this.forget()
  }

  forget(): void {
    this.known = undefined
    this.unread = []
  }

  /** @param text upper case */
  async containing(text: string, scope: WordScope): Promise<string[] | undefined> {
    const words = await this.read()
    const isInScope = (word: string) => isNameWord(word) === (scope === 'names')
    const found = words && [...words].filter((word) => word.includes(text) && isInScope(word))
    if (!found || found.length > MAX_WORDS_PER_SEARCH) return undefined
    return found.map((word) => storedTerm(word, this.part))
  }

  private read(): Promise<Words> {
    const changes = this.unread
    this.unread = []
    const { known } = this
    if (known && changes.length === 0) return known
    const loading = known ? known.then((words) => this.readChanged(words, changes)) : this.readAll()
    this.known = loading
    loading.catch(() => {
      if (this.known === loading) this.forget()
    })
    return loading
  }

  private async readAll(): Promise<Words> {
    // driver: the words of all assets are read while a search waits, a measured path (docs/performance.md)
    const { assets } = this.db.driver
    const AssetType = this.part === 'patients' ? PATIENT : { $ne: PATIENT }
    // An asset that was stored before there were words is found by its pieces alone.
    const unsearchable = { SearchWords: null as never, AssetType }
    if (await assets.findOne(unsearchable, { projection: { _id: 1 } })) return undefined
    const stored = (await assets.distinct('SearchWords')).filter((word) => word !== undefined)
    return limited(new Set(this.termsOf(stored)))
  }

  private async readChanged(words: Words, changes: Changes): Promise<Words> {
    if (!words) return undefined
    const idsOf = (type: string) =>
      changes.filter((change) => change.AssetType === type).map((change) => change.AssetId)
    for (const AssetType of new Set(changes.map((change) => change.AssetType))) {
      const filter = { AssetType, AssetId: { $in: idsOf(AssetType) } }
      // driver: as above
      const changed = this.db.driver.assets.find(filter, { projection: { SearchWords: 1 } })
      for await (const { SearchWords = [] } of changed)
        for (const word of this.termsOf(SearchWords)) words.add(word)
    }
    return limited(words)
  }

  private termsOf(stored: readonly string[]): string[] {
    return stored.map(readTerm).flatMap(({ term, part }) => (part === this.part ? [term] : []))
  }
}

const limited = (words: Set<string>): Words => (words.size > MAX_WORDS ? undefined : words)
