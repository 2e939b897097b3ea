/** Boundary of volumes: those of assets are below, those of probes above. */
const PROBE_VOLUME = 10_000_000

/**
 * Adds rules like those of a large hospital. They compare options, numbers, names, places, and fields with places. The rules
 * never fire, because the bench measures only their evaluation.
 */
export async function addRules(db, Types, count) {
  const ofField = Array.from({ length: Math.floor(count * 0.6) }, (_, n) => notificationRule(Types, n))
  const ofValues = Array.from({ length: count - ofField.length }, (_, n) => assetRule(n))
  await db.driver.notificationRules.insertMany(ofField)
  await db.driver.assetRules.insertMany(ofValues)
}

/** Adds a rule for each probe. Each rule fires at one volume. */
export async function addProbes(db, Types, count) {
  const rules = Array.from({ length: count }, (_, n) => ({
    ...notificationRule(Types, n),
    Name: `Probe ${n}`,
    NotificationField: 'VolumeInfused',
    operator: 'Equals',
    values: [String(PROBE_VOLUME + n)],
  }))
  await db.driver.notificationRules.insertMany(rules)
}

/** Returns the state that makes the rule of a probe fire. */
export const probeState = (n) => ({ VolumeInfused: PROBE_VOLUME + n })

/**
 * Returns the condition of a rule over one field: a limit that no asset crosses, or values that no asset has.
 */
function conditionOf(n) {
  if (n % 3 === 0)
    return {
      NotificationField: 'VolumeInfused',
      operator: 'Greater Than',
      values: [`${PROBE_VOLUME * 2 + n}`],
    }
  if (n % 3 === 1) return { NotificationField: 'VolumeInfused', operator: 'Less Than', values: [`${-n}`] }
  return { NotificationField: 'SerialNo', operator: 'One Or More Of', values: [`X-${n}`, `Y-${n}`] }
}

function notificationRule(Types, n) {
  const now = new Date()
  return {
    _id: new Types.ObjectId(),
    Name: `Rule ${n}`,
    NotificationAssetType: 'Equipment',
    ...conditionOf(n),
    Priority: 'Low',
    Enabled: true,
    Audience: { privileges: [], users: [] },
    MinutesBetween: 0,
    createdAt: now,
    updatedAt: now,
  }
}

function assetRule(n) {
  const now = new Date()
  const place = { CurrentLocation_level_5: [`Room ${n}`, `Store ${n}`] }
  const ruleCondition = n % 2 === 0 ? place : { ...place, Fields_BatteryLevel_Level: ['LEVEL_1', 'LEVEL_2'] }
  return {
    _id: `Equipment:rule ${n}`,
    AssetType: 'Equipment',
    ruleName: `Rule ${n}`,
    status: true,
    ruleCondition,
    createdAt: now,
    updatedAt: now,
  }
}
