import { type Actor, disclosedPatients, type ServiceParts, sessionOf } from '@wardtrack/access'
import { type AssociationItem, type calls, messages } from '@wardtrack/contracts'
import { type ItemRefusal, isRefusal } from '@wardtrack/ingestion'
import { visibleTypes } from '@wardtrack/patient-rule'
import { type CallContext, type Handler, invalid, notFound } from '@wardtrack/service-kit'
import { findTarget, toLinkPairs } from '../assets/index.ts'
import { assetKey, linkRefusal, readAssets, writeAssociations } from '../ingestion/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import type { AssetDeliveries } from '../mirth/index.ts'
import { findIds } from './asset-links.store.ts'

type AssetLinkService = {
  groupedIds: Handler<Actor, typeof calls.getGroupedAssetIds>
  add: Handler<Actor, typeof calls.addAssetMapping>
  remove: Handler<Actor, typeof calls.removeAssetMapping>
}

/** Creates the service that links assets manually, by the same rules as pushed associations. */
export function createAssetLinkService(
  parts: ServiceParts,
  metadata: MetadataStore,
  deliveries: AssetDeliveries,
): AssetLinkService {
  const { db } = parts
  /** @throws ApiError 400 for forbidden links, 404 for assets that are unknown to the caller */
  const requireLinks = async (
    items: readonly AssociationItem[],
    context: CallContext<Actor>,
  ): Promise<void> => {
    const types = visibleTypes(await metadata.types(), sessionOf(context.actor))
    requireNone(items.map((item) => linkRefusal(item, types)))
    const names = items.flatMap(({ from, to }) => [from, to])
    const stored = await readAssets(db, names)
    if (!names.every((name) => stored.has(assetKey(name)))) throw notFound()
    context.auditDetails(disclosedPatients(sessionOf(context.actor), stored.values()))
  }
  const write = async (
    action: AssociationItem['action'],
    pairs: readonly (readonly [AssociationItem['from'], AssociationItem['to']])[],
    context: CallContext<Actor>,
  ) => {
    const items = pairs.map(([from, to]) => ({ from, to, action }))
    await requireLinks(items, context)
    const outcomes = await writeAssociations(parts, deliveries, items, { allOrNothing: true })
    requireNone(outcomes.map((outcome) => (isRefusal(outcome) ? outcome : undefined)))
    const [[first] = [{ AssetType: '', AssetId: '' }]] = pairs
    const asset = await findTarget(db, context, first)
    context.auditDetails({ action, links: pairs.length })
    return toLinkPairs(asset, sessionOf(context.actor))
  }
  return {
    groupedIds: async ({ query: { assetType, ...question } }, context) => {
      const known = visibleTypes(await metadata.types(), sessionOf(context.actor))
      const types = assetType === undefined ? known : known.filter((type) => type === assetType)
      const lists = await Promise.all(types.map((type) => findIds(db, type, question)))
      context.auditDetails({ returned: lists.flat().length })
      return Object.fromEntries(types.map((type, index) => [type, lists[index] ?? []]))
    },
    add: async ({ body }, context) => ({
      err: 0,
      message: messages.assetsLinked,
      Mapping: await write('link', body.Mapping, context),
    }),
    remove: async ({ body }, context) => ({
      err: 0,
      message: messages.assetsUnlinked,
      Mapping: await write('unlink', body.Mapping, context),
    }),
  }
}

const SIDE_INDEX: Readonly<Record<string, string>> = { from: '0', to: '1' }

/** @throws ApiError 400 naming every refusal by its member as sent */
function requireNone(refusals: readonly (ItemRefusal | undefined)[]): void {
  const errors = refusals.flatMap((refusal, index) => {
    if (!refusal) return []
    const [side = '', member = ''] = refusal.path.split('.')
    return [{ path: `Mapping.${index}.${SIDE_INDEX[side]}.${member}`, message: refusal.message }]
  })
  if (errors.length > 0) throw invalid(errors)
}
