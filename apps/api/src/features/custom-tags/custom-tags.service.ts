import type { Actor, ServiceParts } from '@wardtrack/access'
import { type CustomTag, type calls, messages, TAG_LIMITS } from '@wardtrack/contracts'
import { type AssetDoc, type CustomTagDoc, isDuplicateKey, Types, trusted } from '@wardtrack/database'
import type { RuleEvaluation } from '@wardtrack/rules'
import { conflict, duplicate, type Handler, notFound } from '@wardtrack/service-kit'
import { takeTagOffAll } from './assignments.store.ts'
import { nameKeyOf, openCustomTagStore } from './custom-tags.store.ts'

/** Dependencies of changes to custom tags. */
type TagParts = ServiceParts & { rules: RuleEvaluation }

/** Assets from which a tag is removed together. */
const BATCH = 500

/**
 * Deletes a custom tag, and removes it from every asset. The tag is marked first, so that it is no longer assigned.
 * After a crash, the next start continues the deletion.
 */
async function removeTag(parts: TagParts, tag: CustomTagDoc): Promise<void> {
  const { db, bus } = parts
  await db.models.customTags.updateOne({ _id: tag._id }, { $set: { removing: true } })
  bus.publish('config.changed', { what: 'tags' })
  await takeOffAssets(parts, tag)
}

/** Continues the deletion of a tag of this name, if one is in progress. */
async function finishRemoval(parts: TagParts, nameKey: string): Promise<void> {
  const tag = await parts.db.models.customTags.findOne({ nameKey, removing: true })
  if (tag) await takeOffAssets(parts, tag)
}

/** Continues unfinished deletions of earlier processes in the background, one after the other. */
export async function resumeTagRemovals(parts: TagParts): Promise<void> {
  const tags = await parts.db.models.customTags.find({ removing: true })
  const resume = async (): Promise<void> => {
    for (const tag of tags) await takeOffAssets(parts, tag)
  }
  resume().catch((error: unknown) => parts.log.warn({ err: error }, 'a custom tag is removed later'))
}

async function takeOffAssets({ db, bus, rules }: TagParts, { _id, name }: CustomTagDoc): Promise<void> {
  for (;;) {
    const assets = await db.models.assets
      .find<Pick<AssetDoc, '_id' | 'AssetType' | 'AssetId'>>({ CustomTags: name })
      .select({ AssetType: 1, AssetId: 1 })
      .limit(BATCH)
    if (assets.length === 0) break
    if ((await rules.rules.read())?.looksAt('CustomTags')) await takeTagOffAll({ db, rules }, assets, name)
    else
      await db.models.assets.updateMany(
        { _id: trusted({ $in: assets.map((asset) => asset._id) }) },
        { $pull: { CustomTags: name }, $set: { updatedAt: new Date() } },
      )
    const changes = assets.map(({ AssetType, AssetId }) => ({ AssetType, AssetId, change: 'tags' as const }))
    bus.publish('asset.changed', { changes, tagKeys: [] })
  }
  await db.models.customTags.deleteOne({ _id, removing: true })
}

type CustomTagService = {
  list: Handler<Actor, typeof calls.customTagList>
  create: Handler<Actor, typeof calls.createCustomTag>
  delete: Handler<Actor, typeof calls.deleteCustomTag>
}

/** Creates the service of the hospital's custom tags. */
export function createCustomTagService(parts: TagParts): CustomTagService {
  const { db, bus, access } = parts
  const store = openCustomTagStore(db)
  return {
    list: async () => ({ data: (await store.list()).map(toAnswer) }),
    create: async ({ body: { newCustomTag: name } }, context) => {
      if (await store.find(name)) throw duplicate(messages.customTagExists)
      if ((await store.count()) >= TAG_LIMITS.custom) throw conflict(messages.tooManyCustomTags)
      await finishRemoval(parts, nameKeyOf(name))
      const tag = { _id: new Types.ObjectId(), name, nameKey: nameKeyOf(name), createdAt: new Date() }
      await db.models.customTags.create(tag).catch((error: unknown) => {
        throw isDuplicateKey(error) ? duplicate(messages.customTagExists) : error
      })
      context.target('customTag', tag._id.toHexString())
      const wasConfigured = await access.configured.read()
      await access.configured.mark()
      bus.publish('config.changed', { what: 'tags' })
      // The first tag configures the system, which changes every user's rights.
      if (!wasConfigured) bus.publish('access.changed', {})
      return { err: 0, message: messages.customTagAdded, data: toAnswer(tag) }
    },
    delete: async ({ body: { customTagName } }, context) => {
      const tag = await store.find(customTagName)
      if (!tag) throw notFound(messages.customTagUnknown)
      context.target('customTag', tag._id.toHexString())
      await removeTag(parts, tag)
      return { err: 0, message: messages.customTagRemoved }
    },
  }
}

const toAnswer = ({ _id, name, createdAt }: CustomTagDoc): CustomTag => ({
  _id: _id.toHexString(),
  name,
  createdAt: createdAt.toISOString(),
})
