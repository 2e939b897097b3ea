import { createHash } from 'node:crypto'
import type { AssociationItem } from '@wardtrack/contracts'
import { type AssetDoc, type Database, trusted } from '@wardtrack/database'
import type { Delivery, DeliverySource } from '@wardtrack/outbound'
import { PATIENT } from '@wardtrack/patient-rule'

/** Created or ended association with its time. */
type DatedAssociation = AssociationItem & { time: string }

/**
 * Returns the reference of an association, which contains the association itself, because its creation or end is
 * stored nowhere else.
 */
export const associationRef = ({ action, from, to }: AssociationItem, time: Date): string =>
  JSON.stringify({
    from: { AssetType: from.AssetType, AssetId: from.AssetId },
    to: { AssetType: to.AssetType, AssetId: to.AssetId },
    action,
    time: time.toISOString(),
  } satisfies DatedAssociation)

/**
 * Creates the source of associations. All share one lane: each concerns two assets, so only this keeps the order of
 * each asset's associations.
 */
export function associationSource(db: Database): DeliverySource {
  return {
    kind: 'AssetAssociation',
    load: async (refs) => {
      const associations = refs.map((ref) => ({ ref, sides: sidesOf(ref) }))
      const patients = await patientIds(
        db,
        associations.flatMap(({ sides }) => sides),
      )
      return new Map(
        associations.map(({ ref, sides }) => {
          const named = sides.filter(({ AssetType }) => AssetType === PATIENT)
          return [
            ref,
            associationDelivery(
              ref,
              named.map(({ AssetId }) => patients.get(AssetId) ?? ''),
            ),
          ]
        }),
      )
    },
  }
}

const sidesOf = (ref: string): AssociationItem['from'][] => {
  const { from, to } = JSON.parse(ref) as DatedAssociation
  return [from, to]
}

/** Returns the internal ids of patients by AssetId. */
async function patientIds(
  db: Database,
  sides: readonly AssociationItem['from'][],
): Promise<ReadonlyMap<string, string>> {
  const ids = sides.flatMap(({ AssetType, AssetId }) => (AssetType === PATIENT ? [AssetId] : []))
  if (ids.length === 0) return new Map()
  const found = await db.models.assets
    .find<Pick<AssetDoc, '_id' | 'AssetId'>>({ AssetType: PATIENT, AssetId: trusted({ $in: ids }) })
    .select({ AssetId: 1 })
  return new Map(found.map(({ _id, AssetId }) => [AssetId, _id.toHexString()]))
}

const associationDelivery = (ref: string, patients: readonly string[]): Delivery => ({
  key: createHash('sha256').update(ref).digest('base64url').slice(0, 32),
  lane: 'associations',
  payload: ref,
  ...(patients.length > 0 ? { patients } : {}),
})
