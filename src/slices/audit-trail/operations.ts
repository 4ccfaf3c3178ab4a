import { getAuditControlList } from '#/slices/audit-trail/control/get-audit-control-list.ts'
import { exportAuditEvents } from '#/slices/audit-trail/export/export-audit-events.ts'
import { listAuditEvents } from './list-audit-events.ts'

export const auditTrailOperations = [listAuditEvents, exportAuditEvents, getAuditControlList]
