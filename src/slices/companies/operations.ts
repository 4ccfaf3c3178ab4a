import { getHolderCompany } from './get-holder-company.ts'
import { getHolderCompanyProgress } from './get-holder-company-progress.ts'
import { searchHolderCompanies } from './search-holder-companies.ts'

export const companyOperations = [searchHolderCompanies, getHolderCompanyProgress, getHolderCompany]
