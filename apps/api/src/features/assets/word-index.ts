import type { ServiceParts } from '@wardtrack/access'
import { type BusTopics, isWordSearch } from '@wardtrack/database'
import { BUS_GAP, isToldOfEveryChange } from '@wardtrack/service-kit'

/** Words known at most; where assets have more, searching looks at pieces of texts instead. */
const MOST_WORDS = 50_000
/** Words that one search may stand for: each is a list of its own, and the lists are read side by side. */
const MOST_AT_ONCE = 24
/** Changed assets that are read one by one; after more of them the whole book is read anew. */
const MOST_UNREAD = 1_000

type Changes = BusTopics['asset.changed']['changes']

/** Every word that any asset is searched by. A text of letters is searched by looking up the words that contain it. */
export type WordIndex = {
  /** the words that contain the text; undefined where words do not decide what the text finds */
  containing(text: string): Promise<string[] | undefined>
  close(): void
}

/**
 * Opens the book. It is read at the first search; later the words of changed assets are added before the next search
 * is answered. A word that no asset has any more stays: it finds nothing. Where not every change is told there is no
 * index.
 */
export function openWordIndex(parts: ServiceParts): WordIndex {
  const { db, bus } = parts
  let book: Promise<Set<string> | undefined> | undefined
  let unread: Changes = []
  const forget = (): void => {
    book = undefined
    unread = []
  }
  const ends = [
    bus.subscribe('asset.changed', ({ changes }) => {
      if (!book) return
      unread.push(...changes)
      if (unread.length > MOST_UNREAD) forget()
    }),
    bus.subscribe(BUS_GAP, forget),
  ]

  const readAll = async (): Promise<Set<string> | undefined> => {
    // An asset that was stored before there were words is found by its pieces alone.
    if (await db.assets.findOne({ SearchWords: null as never }, { projection: { _id: 1 } })) return undefined
    return limited(new Set((await db.assets.distinct('SearchWords')).filter((word) => word !== undefined)))
  }
  const readUnread = async (words: Set<string> | undefined, changes: Changes) => {
    if (!words) return undefined
    const idsOf = (type: string) => changes.filter((one) => one.AssetType === type).map((one) => one.AssetId)
    for (const AssetType of new Set(changes.map((one) => one.AssetType))) {
      const filter = { AssetType, AssetId: { $in: idsOf(AssetType) } }
      for await (const { SearchWords = [] } of db.assets.find(filter, { projection: { SearchWords: 1 } }))
        for (const word of SearchWords) words.add(word)
    }
    return limited(words)
  }
  const read = (): Promise<Set<string> | undefined> => {
    const changes = unread
    unread = []
    const known = book
    if (known && changes.length === 0) return known
    const mine = known ? known.then((words) => readUnread(words, changes)) : readAll()
    book = mine
    mine.catch(() => {
      if (book === mine) forget()
    })
    return mine
  }
  return {
    containing: async (text) => {
      if (!isToldOfEveryChange(parts) || !isWordSearch(text)) return undefined
      const wanted = text.toUpperCase()
      const words = await read()
      const found = words && [...words].filter((word) => word.includes(wanted))
      return found && found.length <= MOST_AT_ONCE ? found : undefined
    },
    close: () => {
      for (const end of ends) end()
    },
  }
}

const limited = (words: Set<string>): Set<string> | undefined => (words.size > MOST_WORDS ? undefined : words)
