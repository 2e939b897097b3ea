import type { ServiceParts } from '@wardtrack/access'
import type { ItemRefusal } from '@wardtrack/ingestion'
import type { RuleEvaluation } from '@wardtrack/rules'
import type { MetadataStore } from '../metadata/index.ts'
import type { AssetDeliveries } from '../mirth/index.ts'
import type { UnmappedFields } from '../unmapped-fields/index.ts'
import type { AssetChange } from './asset-change.ts'
import { checkAssetRoom } from './asset-room.ts'
import { upsertAssets } from './upsert-assets.ts'

/** Intake of all assets that are not entered in the console: pushed or imported ones. */
export type AssetIntake = {
  /** refuses changes that exceed the limits of their asset; existing refusals keep their positions */
  check(changes: readonly (AssetChange | ItemRefusal)[]): Promise<(AssetChange | ItemRefusal)[]>
  /** writes changes durably and publishes them before it resolves; safe to repeat */
  write(changes: readonly AssetChange[]): Promise<void>
}

/** Creates the intake of a process. */
export function createAssetIntake(
  parts: ServiceParts,
  metadata: MetadataStore,
  {
    unmapped,
    deliveries,
    rules,
  }: { unmapped: UnmappedFields; deliveries: AssetDeliveries; rules: RuleEvaluation },
): AssetIntake {
  return {
    check: async (changes) => {
      const { types } = await metadata.read()
      return checkAssetRoom(
        parts.db,
        changes,
        parts.limits,
        (type, name) => Object.hasOwn(types, type) && Object.hasOwn(types[type] ?? {}, name),
      )
    },
    write: async (changes) => {
      const { types } = await metadata.read()
      await upsertAssets({ ...parts, rules }, deliveries, changes)
      unmapped.note(changes, types)
    },
  }
}
