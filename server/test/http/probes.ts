import type { ServiceProbe, ServiceProbes } from '../../src/features/operators/service-checks.service.ts'

const working = async (): Promise<ServiceProbe> => ({ isSet: true, value: '演示', test: async () => '演示：通过' })

/** Services that are all set and work, but for the given ones. */
export function probesOf(others: Partial<ServiceProbes['probes']> = {}): ServiceProbes {
  const probes: ServiceProbes['probes'] = {
    sms: working,
    agreements: working,
    origin: working,
    database: working,
    backup: working,
    mail: working,
    notice: working,
    model: working,
    files: working,
    search: working,
    ...others,
  }
  return { isProduction: false, probes }
}

export const testProbes = () => probesOf()
