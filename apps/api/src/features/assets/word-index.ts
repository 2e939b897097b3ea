import type { ServiceParts } from '@wardtrack/access'
import { type BusTopics, isWordSearch } from '@wardtrack/database'
import { BUS_GAP, isToldOfEveryChange } from '@wardtrack/service-kit'

/** Words known at most; where assets have more, searching looks at pieces of texts instead. */
const MAX_WORDS = 50_000
/** Words that one search may stand for: each is a list of its own, and the lists are read side by side. */
const MAX_WORDS_PER_SEARCH = 24
/** Changed assets that are read one by one; after more of them the whole index is read anew. */
const MAX_UNREAD_CHANGES = 1_000

type Changes = BusTopics['asset.changed']['changes']

/** Every word that any asset is searched by. A text of letters is searched by looking up the words that contain it. */
export type WordIndex = {
  /** the words that contain the text; undefined where words do not decide what the text finds */
  containing(text: string): Promise<string[] | undefined>
  close(): void
}

/**
 * Opens the index. It is read at the first search; later the words of changed assets are added before the next search
 * is answered. A word that no asset has any more stays: it finds nothing. Where not every change is told there is no
 * index.
 */
export function openWordIndex(parts: ServiceParts): WordIndex {
  const { db, bus } = parts
  let index: Promise<Set<string> | undefined> | undefined
  let unread: Changes = []
  const forget = (): void => {
    index = undefined
    unread = []
  }
  const unsubscribes = [
    bus.subscribe('asset.changed', ({ changes }) => {
      if (!index) return
      unread.push(...changes)
      if (unread.length > MAX_UNREAD_CHANGES) forget()
    }),
    bus.subscribe(BUS_GAP, forget),
  ]

  const readAll = async (): Promise<Set<string> | undefined> => {
    // An asset that was stored before there were words is found by its pieces alone.
    if (await db.driver.assets.findOne({ SearchWords: null as never }, { projection: { _id: 1 } }))
      return undefined
    return limited(
      new Set((await db.driver.assets.distinct('SearchWords')).filter((word) => word !== undefined)),
    )
  }
  const readUnread = async (words: Set<string> | undefined, changes: Changes) => {
    if (!words) return undefined
    const idsOf = (type: string) =>
      changes.filter((change) => change.AssetType === type).map((change) => change.AssetId)
    for (const AssetType of new Set(changes.map((change) => change.AssetType))) {
      const filter = { AssetType, AssetId: { $in: idsOf(AssetType) } }
      for await (const { SearchWords = [] } of db.driver.assets.find(filter, {
        projection: { SearchWords: 1 },
      }))
        for (const word of SearchWords) words.add(word)
    }
    return limited(words)
  }
  const read = (): Promise<Set<string> | undefined> => {
    const changes = unread
    unread = []
    const known = index
    if (known && changes.length === 0) return known
    const loading = known ? known.then((words) => readUnread(words, changes)) : readAll()
    index = loading
    loading.catch(() => {
      if (index === loading) forget()
    })
    return loading
  }
  return {
    containing: async (text) => {
      if (!isToldOfEveryChange(parts) || !isWordSearch(text)) return undefined
      const wanted = text.toUpperCase()
      const words = await read()
      const found = words && [...words].filter((word) => word.includes(wanted))
      return found && found.length <= MAX_WORDS_PER_SEARCH ? found : undefined
    },
    close: () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}

const limited = (words: Set<string>): Set<string> | undefined => (words.size > MAX_WORDS ? undefined : words)
