export const inquiriesHome = '/admin-dashboard/inquiries'
