/** Every address of the product: what it is when it is looked at, and each act that is sent to it (`form`: nothing filled in). */
export const addressTable = `
  /                                        open
  /investments                             open
  /investment/:slug                        open
  /investment/:slug/invest                 invest       form:invest-form step=amount:invest-form step=terms:invest-form step=review:invest-form step=discard:invest-form choice=other:invest-form
  /investment/:slug/interest               interest     form:heard
  /investment/:slug/interest/:interestId   open         form:heard act=again:heard
  /investment/:slug/waiting-list           led-on       form:heard
  /investment/:slug/waiting-list/:waitingId  open         act=leave:heard form:heard
  /contact                                 open         form:heard source=landing:heard
  /check-us                                open
  /privacy                                 open
  /terms                                   open
  /verify                                  open         form:heard
  /verify/:code                            unknown      form:heard
  /contact/too-long                        too-large
  /form-too-large                          too-large
  /session                                 open
  /pictures/:pictureId/:file               open
  /share/:file                             open
  /logo/:file                              unknown
  /directors/:file                         unknown
  /verification/:itemId/file               open
  /robots.txt                              open
  /.well-known/security.txt                open
  /manifest.webmanifest                    open
  /sitemap.xml                             open
  /healthz                                 open
  /readyz                                  open
  /*                                       unknown

  /login                                   door         form:heard
  /login/forgot                            open         form:heard
  /login/resend                            to-sign-in   form:to-sign-in proof=nonsense:to-sign-in
  /login/passkey                           open         form:heard step=second:heard
  /login/passkeys/new                      own-first    form:own-form intent=add:own-form
  /login/passkeys/:passkeyId               own-panel    form:own-form intent=rename:own-form intent=remove:own-form
  /login/provider                          unknown
  /login/provider/callback                 unknown
  /login/second-factor                     second-step  form:heard
  /login/second-factor/set-up              own-first    form:own-form intent=finish:own-form
  /login/second-factor/recovery-codes      own-panel    form:own-form
  /login/second-factor/turn-off            own-panel    form:own-form
  /login/new-password                      own          form:own-form
  /login/sessions                          own-panel    form:own-form
  /invitation                              unknown      form:heard
  /invitation/:token                       unknown      form:heard
  /reset-password                          open         form:heard intent=fresh:heard
  /password-reset                          led-on       form:heard intent=fresh:heard
  /account/recovery                        led-on       form:heard intent=fresh:heard
  /auth/recovery                           led-on       form:heard intent=fresh:heard
  /confirm                                 unknown      form:heard
  /confirm/:token                          unknown      form:heard

  /investment-dashboard                    portal       dismiss=:projectId:portal-aside
  /investment-dashboard/investments        portal
  /investment-dashboard/investments/:investmentId own-page
  /investment-dashboard/investments/:investmentId/proof own-page form:portal-form
  /investment-dashboard/investments/:investmentId/proof/:proofId/withdraw own-page form:portal-form
  /investment-dashboard/investments/requests/:requestId/withdraw own-page form:portal-form
  /investment-dashboard/projects           portal
  /investment-dashboard/documents          portal
  /investment-dashboard/notifications      portal       notificationId=:notificationId:portal-form
  /investment-dashboard/my-notifications   portal       notificationId=:notificationId:portal-form
  /investment-dashboard/contact            portal       form:portal-own-form
  /investment-dashboard/settings           portal       form:portal-own-form setting=data-saver:portal-own-form
  /investment-dashboard/*                  portal-404
  /investment-dashboard/documents/:id/file own-file
  /investment-dashboard/documents/:id/missing-file portal-one
  /investment-dashboard/verification/:itemId/file portal-live
  /investment-dashboard/documents/all      own-file
  /investment-dashboard/export             portal-live
  /investment-dashboard/receipts/:receiptNumber      portal-one
  /investment-dashboard/receipts/:receiptNumber/pdf  own-file
  /investment-dashboard/investments/:investmentId/how-to-pay/pdf  own-file
  /investment-dashboard/investments/:investmentId/schedule/pdf  own-file
  /investment-dashboard/statements                   portal     form:portal-own-form period=2026:portal-own-form
  /investment-dashboard/statements/:statementId      portal-one
  /investment-dashboard/statements/:statementId/pdf  own-file
  /investment-dashboard/live               portal-live

  /admin-dashboard                         office
  /admin-dashboard/investors               office
  /admin-dashboard/investors/new           office       form:office-form
  /admin-dashboard/investors/invitations   office       form:office-form
  /admin-dashboard/investors/:pendingId/invitation-link office form:office-form
  /admin-dashboard/investors/:pendingId/profile/invitation office act=send:office-form act=withdraw:office-form
  /admin-dashboard/investors/:pendingId/profile/invitation-link office form:office-form
  /admin-dashboard/investors/:pendingId/invitation office act=send:office-form act=withdraw:office-form
  /admin-dashboard/investors/:pendingId/added      office act=send:office-form act=withdraw:office-form
  /admin-dashboard/investors/:investorId/edit         office     form:office-form
  /admin-dashboard/investors/:investorId/password     office     form:office-form
  /admin-dashboard/investors/:investorId/password/set office-404
  /admin-dashboard/investors/:investorId/removal      office     form:office-form
  /admin-dashboard/investors/:investorId/restore      office     form:office-form
  /admin-dashboard/investors/:investorId              office
  /admin-dashboard/investors/:investorId/profile/edit         office form:office-form
  /admin-dashboard/investors/:investorId/profile/password     office form:office-form
  /admin-dashboard/investors/:investorId/profile/password/set office-404
  /admin-dashboard/investors/:investorId/profile/removal      office form:office-form
  /admin-dashboard/investors/:investorId/profile/restore      office form:office-form
  /admin-dashboard/investors/:investorId/profile/note         office form:office-form
  /admin-dashboard/investors/:investorId/profile/statement    office form:office-form period=2026:office-form
  /admin-dashboard/investors/:investorId/profile/investment   office form:office-form
  /admin-dashboard/projects                office
  /admin-dashboard/projects/new            office       form:office-form
  /admin-dashboard/projects/new/upload     unknown      form:office-form
  /admin-dashboard/projects/:projectId     office       form:office-form
  /admin-dashboard/projects/:projectId/preview   office
  /admin-dashboard/projects/:projectId/delete    office form:office-form
  /admin-dashboard/projects/:projectId/restore   unknown form:office-form
  /admin-dashboard/investors/:investorId/reminders unknown form:office-form
  /admin-dashboard/projects/:projectId/pictures  office form:office-form
  /admin-dashboard/projects/:projectId/pictures/new    office form:office-form
  /admin-dashboard/projects/:projectId/pictures/upload unknown form:office-form
  /admin-dashboard/projects/:projectId/pictures/:pictureId/describe office form:office-form
  /admin-dashboard/projects/:projectId/pictures/:pictureId/remove   office form:office-form
  /admin-dashboard/projects/:projectId/milestones      office form:office-form
  /admin-dashboard/projects/:projectId/milestones/new  office form:office-form
  /admin-dashboard/projects/:projectId/milestones/:milestoneId/edit         office form:office-form
  /admin-dashboard/projects/:projectId/milestones/:milestoneId/remove       office form:office-form
  /admin-dashboard/projects/:projectId/milestones/:milestoneId/void         office form:office-form
  /admin-dashboard/projects/:projectId/milestones/:milestoneId/reached        office form:office-form
  /admin-dashboard/projects/:projectId/milestones/:milestoneId/reached/upload unknown form:office-form
  /admin-dashboard/projects/:projectId/verification      office
  /admin-dashboard/projects/:projectId/verification/new  office form:office-form
  /admin-dashboard/projects/:projectId/verification/new/upload unknown form:office-form
  /admin-dashboard/projects/:projectId/verification/:itemId/edit office form:office-form
  /admin-dashboard/projects/:projectId/verification/:itemId/edit/upload unknown form:office-form
  /admin-dashboard/projects/:projectId/verification/:itemId/remove office form:office-form
  /admin-dashboard/projects/:projectId/verification/:itemId/file office-file
  /admin-dashboard/projects/:projectId/units           office
  /admin-dashboard/projects/:projectId/units/new       office form:office-form
  /admin-dashboard/projects/:projectId/units/:unitId/edit       office form:office-form
  /admin-dashboard/projects/:projectId/units/:unitId/remove     office form:office-form
  /admin-dashboard/projects/:projectId/updates         office form:office-form
  /admin-dashboard/projects/:projectId/updates/new     office form:office-form
  /admin-dashboard/projects/:projectId/updates/:updateId/edit   office form:office-form
  /admin-dashboard/projects/:projectId/updates/:updateId/remove office form:office-form
  /admin-dashboard/projects/:projectId/updates/:updateId/pictures/new    office form:office-form
  /admin-dashboard/projects/:projectId/updates/:updateId/pictures/upload unknown form:office-form
  /admin-dashboard/projects/:projectId/updates/:updateId/pictures/:sketchId/remove office form:office-form
  /admin-dashboard/projects/:projectId/plans           office form:office-form act=archive:office-form
  /admin-dashboard/projects/:projectId/plans/new       office form:office-form act=add:office-form
  /admin-dashboard/projects/:heldProjectId/plans/:templateId office form:office-form act=add:office-form
  /admin-dashboard/projects/:projectId/investors       office
  /admin-dashboard/projects/:projectId/investors/new   office form:office-form
  /admin-dashboard/projects/:heldProjectId/investors/:investmentId/remove office form:office-form
  /admin-dashboard/documents               office
  /admin-dashboard/documents/new           office       form:office-form
  /admin-dashboard/documents/new/upload    unknown      form:office-form
  /admin-dashboard/documents/:id           office
  /admin-dashboard/documents/:id/edit      office       form:office-form
  /admin-dashboard/documents/:id/edit/upload     unknown form:office-form
  /admin-dashboard/documents/:id/removal   office       form:office-form
  /admin-dashboard/documents/:id/about/edit      office form:office-form
  /admin-dashboard/documents/:id/about/edit/upload unknown form:office-form
  /admin-dashboard/documents/:id/about/removal   office form:office-form
  /admin-dashboard/documents/:id/restore   unknown      form:office-form
  /admin-dashboard/documents/:id/file      office-file
  /admin-dashboard/documents/:id/missing-file office
  /admin-dashboard/documents/:id/files/:number   office-file
  /admin-dashboard/documents/:id/preview   office-file
  /admin-dashboard/notifications           office       form:office-form
  /admin-dashboard/notifications/new       office       form:office-form
  /admin-dashboard/notifications/reach     office-file
  /admin-dashboard/notifications/:notificationId/edit    office form:office-form
  /admin-dashboard/notifications/:notificationId/removal office form:office-form
  /admin-dashboard/inquiries               office
  /admin-dashboard/inquiries/:inquiryId    office       form:office-form act=contacted:office-form body=Called:office-form
  /admin-dashboard/inquiries/:inquiryId/convert office  form:office-form investorId=:investorId:office-form
  /admin-dashboard/investments             office
  /admin-dashboard/investments/new         office       form:office-form
  /admin-dashboard/investments/:investmentId/payment office form:office-form
  /admin-dashboard/investments/:investmentId/edit    office form:office-form
  /admin-dashboard/investments/:investmentId/removal office form:office-form
  /admin-dashboard/investments/:investmentId/restore office form:office-form
  /admin-dashboard/investments/:investmentId/plan      office form:office-form act=add:office-form act=monthly:office-form act=preview:office-form act=save:office-form act=template:office-form
  /admin-dashboard/investments/:investmentId         office
  /admin-dashboard/investments/:investmentId/ledger/payment       office form:office-form
  /admin-dashboard/investments/:investmentId/ledger/edit          office form:office-form
  /admin-dashboard/investments/:investmentId/ledger/refund        office form:office-form
  /admin-dashboard/investments/:investmentId/ledger/adjustment    office form:office-form
  /admin-dashboard/investments/:investmentId/ledger/void/:entryId office form:office-form
  /admin-dashboard/approvals               office
  /admin-dashboard/approvals/limits        office form:office-form
  /admin-dashboard/approvals/:proposalId   office form:office-form decision=approved:office-form decision=declined:office-form decision=withdrawn:office-form decision=again:office-form
  /admin-dashboard/requests                office
  /admin-dashboard/requests/:requestId/approve   office form:office-form
  /admin-dashboard/requests/:requestId/decline   office form:office-form
  /admin-dashboard/payments                office
  /admin-dashboard/payments/journal        office
  /admin-dashboard/receivables             office
  /admin-dashboard/receivables/:investorId office
  /admin-dashboard/receivables/reminders   office       form:office-form
  /admin-dashboard/receivables/:investorId/note office  form:office-form
  /admin-dashboard/forecast                office
  /admin-dashboard/transactions            office       form:office-form act=selected:office-form act=investment:office-form act=entry:office-form act=undo:office-form act=reopen:office-form
  /admin-dashboard/transactions/payers     office       form:office-form
  /admin-dashboard/transactions/proofs     office       form:office-form act=received:office-form act=declined:office-form
  /admin-dashboard/transactions/proofs/:proofId/slip office-file
  /admin-dashboard/transactions/reconciliation office
  /admin-dashboard/transactions/:transactionId/match   office form:office-form
  /admin-dashboard/transactions/:transactionId/exclude office form:office-form
  /admin-dashboard/transactions/:transactionId/return  office form:office-form
  /admin-dashboard/transactions/:transactionId/undo    office form:office-form
  /admin-dashboard/distributions           office
  /admin-dashboard/distributions/new       office       form:office-form
  /admin-dashboard/distributions/:distributionId      office
  /admin-dashboard/distributions/:distributionId/send office form:office-form
  /admin-dashboard/distributions/:distributionId/void office form:office-form
  /admin-dashboard/users                   office
  /manage-users                            office
  /admin-dashboard/users/new               office       form:office-form
  /admin-dashboard/users/:userId/role/:role office      form:office-form
  /admin-dashboard/users/:userId/password  office       mode=direct:office-form mode=instead:office-form mode=email:office-form
  /admin-dashboard/users/:userId/status    office       form:office-form
  /admin-dashboard/users/:userId/sessions  office       form:office-form
  /admin-dashboard/users/verify-email      office       form:office-form act=repair:office-form
  /admin-dashboard/users/promote           office       form:office-form
  /admin-dashboard/users/update-password   office       form:office-form
  /admin-dashboard/users/update-email      office       form:office-form
  /admin-dashboard/users/update-email/:userId/updated office-404
  /admin-dashboard/users/batch-emails      office       form:office-form key=:id:office-form
  /admin-dashboard/outbox                  office       form:office-form mail=all:office-form mail=:mailId:office-form
  /admin-dashboard/outbox/:mailId          office       form:office-form
  /admin-dashboard/statements              office
  /admin-dashboard/statements/new          office       form:office-form
  /admin-dashboard/statements/drafts/:draftId office    form:office-form
  /admin-dashboard/statements/drafts/:draftId/columns office form:office-form
  /admin-dashboard/statements/drafts/:draftId/totals office-on form:office-form
  /admin-dashboard/statements/new/upload   unknown      form:office-form
  /admin-dashboard/statements/:statementFileId office
  /admin-dashboard/statements/:statementFileId/withdraw office form:office-form
  /admin-dashboard/import                  office
  /admin-dashboard/import/:list            office       form:office-form
  /admin-dashboard/import/:list/:importId  office       form:office-form
  /admin-dashboard/import/:list/template   office-file
  /admin-dashboard/import/:list/:importId/problems office-file
  /admin-dashboard/import/:list/:importId/left-out office-file
  /admin-dashboard/company                 office       form:office-form rows=nonsense:office-form
  /admin-dashboard/company/logo            office       form:office-form act=remove:office-form
  /admin-dashboard/company/accounts/new    office       form:office-form
  /admin-dashboard/company/accounts/:accountId office   form:office-form
  /admin-dashboard/company/directors/new   office       form:office-form
  /admin-dashboard/company/directors/:directorId office form:office-form act=remove:office-form
  /admin-dashboard/company/legal-texts/:kind office     form:office-form
  /admin-dashboard/exchange-rates          office
  /admin-dashboard/exchange-rates/new      office       form:office-form
  /admin-dashboard/audit                   office
  /admin-dashboard/audit/export            office-file
  /admin-dashboard/security                office       required=yes:office-form required=no:office-form
  /admin-dashboard/security/reset-second-factor office  form:office-form
  /admin-dashboard/receipts/:receiptNumber/pdf   office-file
  /admin-dashboard/investments/:investmentId/how-to-pay/pdf office-file
  /admin-dashboard/investments/:investmentId/schedule/pdf office-file
  /admin-dashboard/statements/:statementId/pdf office-file
  /admin-dashboard/choices                 office-file
  /admin-dashboard/jump                    office-file
  /admin-dashboard/investors/export        office-file
  /admin-dashboard/projects/export         office-file
  /admin-dashboard/investments/export      office-file
  /admin-dashboard/investments/export-payments   office-file
  /admin-dashboard/investments/export-plans      office-file
  /admin-dashboard/requests/export         office-file
  /admin-dashboard/payments/export         office-file
  /admin-dashboard/payments/journal/export office-file
  /admin-dashboard/receivables/export      office-file
  /admin-dashboard/receivables/export-lines office-file
  /admin-dashboard/forecast/export         office-file
  /admin-dashboard/transactions/reconciliation/export office-file
  /admin-dashboard/distributions/export    office-file
  /admin-dashboard/inquiries/export        office-file
  /admin-dashboard/users/export            office-file
  /admin-dashboard/exchange-rates/export   office-file
  /admin-dashboard/documents/export        office-file
  /admin-dashboard/notifications/export    office-file
  /admin-dashboard/outbox/export           office-file
  /admin-dashboard/live                    office-file
  /admin-dashboard/*                       office-404

  /logout                                  led-on       form:to-sign-in
`
