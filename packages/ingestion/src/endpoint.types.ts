import type { Actor } from '@wardtrack/access'
import type { IngestAnswer, Scope } from '@wardtrack/contracts'
import type { ServedCall } from '@wardtrack/service-kit'
import type { LetterSource } from './dead-letters.store.ts'
import type { ItemRefusal, ItemResult, Sender } from './read-items.ts'

/** An ingestion endpoint: its calls, and the functions for items that do not come by HTTP (replay). */
export type IngestEndpoint = {
  name: Scope
  served: ServedCall<Actor>
  /** the call for a provider's own JSON */
  servedFormat?: ServedCall<Actor>
  processRaw(raws: readonly unknown[], sender: Sender): Promise<ItemResult[]>
  /** ingests items as if they were pushed here, and keeps refused ones */
  accept(raws: readonly unknown[], sender: Sender): Promise<IngestAnswer>
  /** returns the refusals of each item, in order, without writing */
  check(raws: readonly unknown[], sender: Sender): Promise<(readonly ItemRefusal[])[]>
  /** replays a refused body in a provider's own format */
  replaySource(source: LetterSource, sender: Sender): Promise<IngestAnswer>
}
