import { type Actor, resolveAssetRef, type ServiceParts } from '@wardtrack/access'
import { type calls, messages, TAG_LIMITS } from '@wardtrack/contracts'
import type { RuleEvaluation } from '@wardtrack/rules'
import { type CallContext, conflict, type Handler, invalidMember } from '@wardtrack/service-kit'
import { findTarget } from '../assets/index.ts'
import type { AssetDeliveries } from '../mirth/index.ts'
import { assignTag, takeTagOff } from './assignments.store.ts'
import { openCustomTagStore } from './custom-tags.store.ts'

type AssignmentService = {
  add: Handler<Actor, typeof calls.addCustomTag>
  remove: Handler<Actor, typeof calls.removeCustomTag>
}
type NamedAsset = { AssetId: string; AssetType?: string | undefined }

/** Creates the service that adds custom tags to assets and removes them. */
export function createAssignmentService(
  parts: ServiceParts & { rules: RuleEvaluation },
  deliveries: AssetDeliveries,
): AssignmentService {
  const { db, bus } = parts
  const store = openCustomTagStore(db)
  const findNamed = async ({ AssetId, AssetType }: NamedAsset, context: CallContext<Actor>) =>
    findTarget(
      db,
      context,
      await resolveAssetRef(db, context.actor, { assetId: AssetId, assetType: AssetType }),
    )
  const tell = async ({ AssetType, AssetId }: { AssetType: string; AssetId: string }): Promise<void> => {
    bus.publish('asset.changed', { changes: [{ AssetType, AssetId, change: 'tags' }], tagKeys: [] })
    await deliveries.addAssets([{ AssetType, AssetId }])
  }
  return {
    add: async ({ body: { newCustomTag, ...named } }, context) => {
      const tag = await store.find(newCustomTag)
      if (!tag) throw invalidMember('newCustomTag', messages.customTagUnknown)
      const asset = await findNamed(named, context)
      const { changed, CustomTags } = await assignTag(parts, asset, tag.name)
      if (!changed && CustomTags.length >= TAG_LIMITS.customOfAsset && !CustomTags.includes(tag.name))
        throw conflict(messages.assetTagsFull)
      // The tag may have been deleted meanwhile, after the deletion has already processed this asset.
      if (!(await store.find(tag.name))) {
        await takeTagOff(parts, asset, tag.name)
        throw invalidMember('newCustomTag', messages.customTagUnknown)
      }
      if (changed) await tell(asset)
      return {
        err: 0,
        message: messages.customTagAssigned,
        status: changed ? 1 : 0,
        CustomTags: [...CustomTags],
      }
    },
    remove: async ({ body: { customTag, ...named } }, context) => {
      const asset = await findNamed(named, context)
      // Tags sent by registries are not in the list, but can be removed too.
      const name = asset.CustomTags.includes(customTag) ? customTag : (await store.find(customTag))?.name
      if (name === undefined) throw invalidMember('customTag', messages.customTagUnknown)
      const { changed, CustomTags } = await takeTagOff(parts, asset, name)
      if (changed) await tell(asset)
      return {
        err: 0,
        message: messages.customTagUnassigned,
        status: changed ? 1 : 0,
        CustomTags: [...CustomTags],
      }
    },
  }
}
