import { saveDocument } from '@wardtrack/access'
import type { StoredTile } from '@wardtrack/contracts'
import { type Database, revisionOf, type SettingDoc, settingId, Types } from '@wardtrack/database'

const [TYPE, SUB_TYPE] = ['Dashboard', 'Default'] as const
const DEFAULT = settingId(TYPE, SUB_TYPE)

/** Default dashboard; without tiles until an administrator sets it. */
export type DefaultTiles = { tiles: readonly StoredTile[] | undefined; revision: string }

/** Opens the stored layouts: those of users with their other preferences, the default one among the settings. */
export function openDashboardStore({ models: { users, settings } }: Database) {
  const account = (userId: string) => ({ _id: new Types.ObjectId(userId) })
  const toDefault = (setting: SettingDoc | null): DefaultTiles => ({
    tiles: setting?.Fields['tiles'] as readonly StoredTile[] | undefined,
    revision: revisionOf(setting),
  })
  return {
    /** tiles that a user has arranged; undefined while the default applies */
    readPersonal: async (userId: string): Promise<readonly StoredTile[] | undefined> =>
      (await users.findOne(account(userId)))?.preferences?.dashboard,
    savePersonal: async (userId: string, tiles: readonly StoredTile[]): Promise<void> => {
      await users.updateOne(account(userId), { $set: { 'preferences.dashboard': tiles } })
    },
    removePersonal: async (userId: string): Promise<void> => {
      await users.updateOne(account(userId), { $unset: { 'preferences.dashboard': 1 } })
    },
    default: async (): Promise<DefaultTiles> => toDefault(await settings.findOne({ _id: DEFAULT })),
    /**
     * Sets the default dashboard; without tiles, that of the product.
     * @param revision revision that the caller has read; any when omitted
     * @throws ApiError 409 when another revision is stored
     */
    saveDefault: async (
      tiles: readonly StoredTile[] | undefined,
      revision: string | undefined,
    ): Promise<DefaultTiles> => {
      const setting = { _id: DEFAULT, Type: TYPE, SubType: SUB_TYPE, Fields: tiles ? { tiles } : {} }
      return toDefault(await saveDocument<SettingDoc>(settings, setting, revision))
    },
  }
}
