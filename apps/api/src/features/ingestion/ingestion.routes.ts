import type { Actor, ServiceParts } from '@wardtrack/access'
import { assetItem, associationItem, calls } from '@wardtrack/contracts'
import { type Ingestion, isRefusal, type Outcome, type ValidItem } from '@wardtrack/ingestion'
import type { ServedCall } from '@wardtrack/service-kit'
import type { MetadataStore } from '../metadata/index.ts'
import type { AssetDeliveries } from '../mirth/index.ts'
import { type AssetChange, assetChangeOf } from './asset-change.ts'
import type { AssetIntake } from './asset-intake.ts'
import { writeAssociations } from './associations.ts'
import { linkRefusal } from './link-rules.ts'

/** Creates the calls for assets and associations pushed by key, and for their dead letters. */
export function ingestionRoutes(
  parts: ServiceParts,
  metadata: MetadataStore,
  ingestion: Ingestion,
  { intake, deliveries }: { intake: AssetIntake; deliveries: AssetDeliveries },
): ServedCall<Actor>[] {
  const assets = ingestion.endpoint({
    call: calls.ingestAssets,
    name: 'assets',
    schema: assetItem,
    write: async (items) => {
      const { types } = await metadata.read()
      const changes = await intake.check(items.map(({ item }) => assetChangeOf(item, types)))
      await intake.write(changes.filter((change): change is AssetChange => !isRefusal(change)))
      return changes.map((change): Outcome => (isRefusal(change) ? change : 'accepted'))
    },
  })
  const associations = ingestion.endpoint({
    call: calls.ingestAssociations,
    name: 'associations',
    schema: associationItem,
    write: async (items) => acceptAssociations(parts, deliveries, await metadata.types(), items),
  })
  return [
    assets.served,
    associations.served,
    ...ingestion.deadLetterRoutes({
      list: calls.apiDeadLetters,
      read: calls.apiDeadLetter,
      mend: calls.apiMendDeadLetter,
      replay: calls.apiReplay,
      replayAll: calls.apiReplayAll,
      endpoints: [assets, associations],
    }),
  ]
}

type ValidAssociation = ValidItem<Parameters<typeof linkRefusal>[0]>

async function acceptAssociations(
  parts: ServiceParts,
  deliveries: AssetDeliveries,
  types: readonly string[],
  items: readonly ValidAssociation[],
): Promise<Outcome[]> {
  const refusals = items.map(({ item }) => linkRefusal(item, types))
  const allowed = items.filter((_, index) => refusals[index] === undefined).map(({ item }) => item)
  const outcomes = (await writeAssociations(parts, deliveries, allowed)).values()
  return refusals.map((refusal) => refusal ?? outcomes.next().value ?? 'accepted')
}
