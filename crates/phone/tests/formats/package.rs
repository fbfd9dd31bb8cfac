//! `dumpsys package PACKAGE`.

use crate::comparison::Format;
use crate::device::Device;
use crate::fields::Fields;

pub(crate) const FORMAT: Format = Format {
    read,
    recordings: &[
        "dumpsys/package-nosmoke-utf16.txt",
        "dumpsys/package-binance-monitor-coloros.txt",
        "dumpsys/package-cockpit-utf16.txt",
        "dumpsys/package-air3-utf16.txt",
        "dumpsys/package-apkbridge-utf16.txt",
        "dumpsys/package-nfx-projector-utf16.txt",
        "dumpsys/package-xctrack-utf16.txt",
        "dumpsys/package-vending-utf16.txt",
        "dumpsys/package-album-2017.txt",
        "dumpsys/package-paypal-2017.txt",
        "dumpsys/package-yelp-2017.txt",
        "dumpsys/package-studio-capture-2016.txt",
    ],
    lacking: &[
        (
            "no app of the phone has a provider",
            "ContentProvider Authorities/*, section/ContentProvider Authorities, \
             section/Provider Resolver Table, section/Registered ContentProviders",
        ),
        (
            "printed after API 34",
            "Package user/appLockEnabled, Package user/dataDir, Package user/deDataInode, \
             Package user/pccCeDataInode, Package user/pccDeDataInode, \
             Package user/quarantined, Package/appMetadataSource, \
             Package/hiddenApiEnforcementPolicy, Package/pageSizeCompat, Package/pccId, \
             Package/scannedAsStoppedSystemApp",
        ),
        (
            "there are no resource overlays",
            "Package user/legacy overlay paths, Package user/overlay paths",
        ),
        (
            "no app of the phone declares permissions",
            "Package/declared permissions, Permissions/*, permission/prot, section/Permissions",
        ),
        (
            "no app of the phone declares it",
            "Package/queriesIntents, Package/queriesPackages, Package/usesLibraries, \
             Package/usesLibraryFiles, Package/usesOptionalLibraries",
        ),
        (
            "no app of the phone has a receiver with a filter",
            "Receiver Resolver Table/*, section/Receiver Resolver Table",
        ),
        (
            "components are not switched one by one",
            "Package user/disabledComponents, Package user/enabledComponents, \
             Package user/lastDisabledCaller",
        ),
        ("the vendor's own, or printed after API 34", "Package user/ofs, Package user/pdm"),
        ("nothing is compiled on this phone, whose processor is another", "Dexopt state/*"),
        (
            "no app that the phone comes with has a filter for types, hosts or paths",
            "Activity Resolver Table/AutoVerify, Activity Resolver Table/Base MIME Types, \
             Activity Resolver Table/Full MIME Types, \
             Activity Resolver Table/MIME Typed Actions, \
             Activity Resolver Table/Wild MIME Types, \
             Activity Resolver Table/mHasDynamicPartialTypes, \
             Activity Resolver Table/mHasStaticPartialTypes, Activity Resolver Table/mOrder, \
             Activity Resolver Table/mPriority, filter/Authority, filter/Path",
        ),
        (
            "printed before API 34",
            "Package user/grantedPermissions, Package/applicationInfo, Package/gids, \
             Package/haveGids, Package/installStatus, Package/permissionsFixed",
        ),
        (
            "no app of the phone has a service with a filter",
            "Service Resolver Table/*, section/Service Resolver Table",
        ),
        ("no app of the phone has links to be verified", "Domain verification status/*"),
        ("who sees whom is not worked out", "Queries/forceQueryable"),
        ("no system app was updated", "section/Hidden system packages"),
        (
            "a vendor's own",
            "mSkippingApks/*, section/Package sem_cleanAPKs log, section/mSkippingApks",
        ),
    ],
    beyond: &[],
};

/// What describes a filter, under whatever it is listed.
const FILTER: [&str; 7] = ["Action", "Category", "Scheme", "Authority", "Path", "Type", "Ssp"];

/// Sections; in that of packages, the blocks of the package and of each user.
fn read(text: &str) -> Fields {
    let mut fields = Fields::default();
    let mut part = "head";
    for line in text.lines() {
        let body = line.trim();
        let indent = line.len() - line.trim_start().len();
        let label = body.split(':').next().unwrap_or_default();
        if indent == 0 && body.ends_with(':') {
            part = label;
            fields.put("section", label, "");
        } else if body.starts_with("Package [") {
            part = "Package";
        } else if let Some((_, states)) =
            body.split_once(':').filter(|_| label.starts_with("User ") && body.contains('='))
        {
            part = "Package user";
            fields.put_pairs(part, states);
        } else if FILTER.contains(&label) {
            fields.put_label("filter", body);
        } else if let Some((_, states)) = body
            .split_once(": ")
            .filter(|(_, rest)| rest.contains("granted=") || rest.starts_with("prot="))
        {
            fields.put_pairs("permission", states);
        } else if body.contains('=') {
            fields.put_pairs(part, body);
        } else if !is_somebodys(label) && (indent <= 2 || !part.ends_with("Resolver Table")) {
            fields.put_label(part, body);
        }
    }
    fields
}

/// Names of packages, classes and files stand where the names of fields do.
fn is_somebodys(label: &str) -> bool {
    label.contains(['.', '-', '_', '/', '[']) || label.starts_with("User ")
}

#[tokio::test(start_paused = true)]
async fn as_recorded() {
    FORMAT.check(&Device::home().await.run("dumpsys package").await);
}
