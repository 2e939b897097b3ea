import type { Call } from '../define-call.ts'
import type { CallName } from '../routes.ts'
import { accountCalls } from './account.ts'
import { assetLinkCalls } from './asset-links.ts'
import { assetMovementCalls } from './asset-movements.ts'
import { assetStatusCalls } from './asset-status.ts'
import { assetCalls } from './assets.ts'
import { auditCalls } from './audit.ts'
import { customReportCalls } from './custom-reports.ts'
import { dashboardCalls } from './dashboard.ts'
import { encryptionCalls } from './encryption.ts'
import { fileCalls } from './files.ts'
import { geofenceCalls } from './geofences.ts'
import { importCalls } from './imports.ts'
import { ingestionCalls } from './ingestion.ts'
import { jobCalls } from './jobs.ts'
import { keyCalls } from './keys.ts'
import { logCalls } from './logs.ts'
import { mailCalls } from './mail.ts'
import { mapLanesCalls } from './map-lanes.ts'
import { metadataCalls } from './metadata.ts'
import { mirthCalls } from './mirth.ts'
import { nearestCalls } from './nearest.ts'
import { notificationRuleCalls } from './notification-rules.ts'
import { notificationCalls } from './notifications.ts'
import { operationCalls } from './operations.ts'
import { parLevelCalls } from './par-levels.ts'
import { peopleCalls } from './people.ts'
import { placeCalls } from './places.ts'
import { privilegeCalls } from './privileges.ts'
import { providerCalls } from './providers.ts'
import { reportScheduleCalls } from './report-schedules.ts'
import { reportCalls } from './reports.ts'
import { savedFilterCalls } from './saved-filters.ts'
import { sessionCalls } from './session.ts'
import { settingsCalls } from './settings.ts'
import { setupCalls } from './setup.ts'
import { statusVsTimeCalls } from './status-vs-time.ts'
import { storageCalls } from './storage.ts'
import { tagCalls } from './tags.ts'

/** All calls of the product by name; each route of the route table is declared exactly once. */
export const calls = {
  ...sessionCalls,
  ...accountCalls,
  ...peopleCalls,
  ...assetCalls,
  ...assetStatusCalls,
  ...assetMovementCalls,
  ...assetLinkCalls,
  ...tagCalls,
  ...savedFilterCalls,
  ...customReportCalls,
  ...reportScheduleCalls,
  ...dashboardCalls,
  ...metadataCalls,
  ...encryptionCalls,
  ...fileCalls,
  ...placeCalls,
  ...mapLanesCalls,
  ...geofenceCalls,
  ...nearestCalls,
  ...statusVsTimeCalls,
  ...settingsCalls,
  ...storageCalls,
  ...privilegeCalls,
  ...setupCalls,
  ...keyCalls,
  ...providerCalls,
  ...ingestionCalls,
  ...reportCalls,
  ...parLevelCalls,
  ...importCalls,
  ...jobCalls,
  ...logCalls,
  ...mirthCalls,
  ...mailCalls,
  ...notificationRuleCalls,
  ...notificationCalls,
  ...operationCalls,
  ...auditCalls,
} satisfies Record<CallName, Call>
