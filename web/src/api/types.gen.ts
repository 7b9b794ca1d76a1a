// Made from the OpenAPI document by script/docs. Do not edit.
// Of: 4e1a3d1a1de05bde5a8acb781e30b7052bc1745dcf5c5fef8d4402cc5dff1398

export interface paths {
    "/rest/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the facets */
        get: operations["facets-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
            };
            cookie?: never;
        };
        /** List the views of a facet */
        get: operations["views-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
            };
            cookie?: never;
        };
        /** List the elements of a view */
        get: operations["elements-list"];
        put?: never;
        /** Change and create elements */
        post: operations["elements-update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** Read an element */
        get: operations["element-get"];
        put?: never;
        post?: never;
        /** Delete an element or a draft */
        delete: operations["element-remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** List the attributes of an element */
        get: operations["attributes-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/attributes/{attributeId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
                attributeId: components["parameters"]["attributeId"];
            };
            cookie?: never;
        };
        /** Read one attribute of an element */
        get: operations["attribute-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/related": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** List the related contexts of an element */
        get: operations["related-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/related/{relatedId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
                relatedId: components["parameters"]["relatedId"];
            };
            cookie?: never;
        };
        /** Read one related context of an element */
        get: operations["related-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/children": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** List the children of an element */
        get: operations["children-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** List the shapes of an element's diagram */
        get: operations["content-list"];
        put?: never;
        /** Change the diagram of an element */
        post: operations["content-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/info": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** Show what you may do with an element */
        get: operations["element-info"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** List the versions of an element */
        get: operations["versions-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/versions/{versionId}/record": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
                versionId: components["parameters"]["versionId"];
            };
            cookie?: never;
        };
        /** Export the signed release record of a version */
        get: operations["version-record"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/config": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
            };
            cookie?: never;
        };
        /** List the types that may stand in a view */
        get: operations["config-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/config/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                type: components["parameters"]["type"];
            };
            cookie?: never;
        };
        /** Read the configuration of one type */
        get: operations["config-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/reporting": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
            };
            cookie?: never;
        };
        /** Report on the elements of a facet */
        get: operations["reporting-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/reporting/{elementId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** Report on one element */
        get: operations["reporting-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe the storage */
        get: operations["storage-info"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/release/{elementId}/transitions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** List the transitions an element offers */
        get: operations["transitions-list-alias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show who is calling */
        get: operations["me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search all facets */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/diagram/{elementId}/render/{cultureId}/{layoutKey}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
                cultureId: components["parameters"]["cultureId"];
                layoutKey: components["parameters"]["layoutKey"];
            };
            cookie?: never;
        };
        /** Draw the diagram of an element */
        get: operations["diagram-render"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/usages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** List where an element is used */
        get: operations["usages-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count elements */
        get: operations["stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/translations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** Show which translations of an element are current */
        get: operations["translations-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/translations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
            };
            cookie?: never;
        };
        /** Count translations of a facet */
        get: operations["translations-of-facet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/translations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count translations */
        get: operations["translations-count"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/revision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the revision of the storage */
        get: operations["revision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/period": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the period that `asOf` covers */
        get: operations["period"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all types in brief */
        get: operations["types-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/release/{elementId}/transitions/{transitionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
                transitionId: components["parameters"]["transitionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a step of the release lifecycle */
        post: operations["transition-apply-alias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/release/{elementId}/transitions/{transitionId}/{ignoreWarnings}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
                transitionId: components["parameters"]["transitionId"];
                ignoreWarnings: components["parameters"]["ignoreWarnings"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a step of the release lifecycle */
        post: operations["transition-apply-3"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/release/{elementId}/createversion": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a new version of an element */
        post: operations["version-create-alias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete an element or a draft */
        post: operations["element-delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/move": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move an element below another one */
        post: operations["element-move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/copy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy an element */
        post: operations["element-copy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/lock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lock an element for editing */
        post: operations["element-lock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unlock an element */
        post: operations["element-unlock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/translations/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm translations that are still right */
        post: operations["translations-confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** List who changed what, when and why */
        get: operations["history-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** Compare two versions of an element */
        get: operations["version-difference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/subtree/diff": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** Compare an element and everything below it at two moments */
        get: operations["subtree-difference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
            };
            cookie?: never;
        };
        /** Compare a facet at two moments */
        get: operations["facet-difference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare the storage at two moments */
        get: operations["difference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/subtree/releasenotes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** List what was released below an element in a period */
        get: operations["subtree-release-notes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/releasenotes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
            };
            cookie?: never;
        };
        /** List what was released in a facet in a period */
        get: operations["facet-release-notes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/releasenotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was released in a period */
        get: operations["release-notes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow what changes */
        get: operations["events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Learn what has changed, as pages need it */
        get: operations["live-changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bring back what an element was, as a draft */
        post: operations["element-restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Undo your last change of an element */
        post: operations["element-undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was deleted */
        get: operations["trash-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/trash/{deletionId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deletionId: components["parameters"]["deletionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore what was deleted */
        post: operations["trash-restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/permissions/permissionsets/{permissionSetId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                permissionSetId: components["parameters"]["permissionSetId"];
            };
            cookie?: never;
        };
        /** List who holds a permission set */
        get: operations["permission-set-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/maintain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show whether the database can be read */
        get: operations["pools-list"];
        put?: never;
        /** Maintain the database */
        post: operations["maintain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/maintain/{poolId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                poolId: components["parameters"]["poolId"];
            };
            cookie?: never;
        };
        /** Show whether the database can be read */
        get: operations["pools-list-alias"];
        put?: never;
        /** Maintain the database */
        post: operations["maintain-alias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your tasks */
        get: operations["tasks-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tasks/{taskId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        /** Read a task */
        get: operations["task-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tasks/{taskId}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept a task */
        post: operations["task-accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tasks/{taskId}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decline a task, with a reason */
        post: operations["task-decline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tasks/{taskId}/delegate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delegate a task to another user */
        post: operations["task-delegate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show whether you are signed in */
        get: operations["session-get"];
        put?: never;
        /** Sign in */
        post: operations["session-open"];
        /** Sign out */
        delete: operations["session-end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change your password */
        post: operations["password-change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/session/recovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for a link to choose a new password, by mail */
        post: operations["password-recover"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/users/{userId}/link": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a link that signs in a user once */
        post: operations["user-link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/session/openid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Go to the provider to sign in */
        get: operations["openid-begin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/session/openid/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Return from the provider */
        get: operations["openid-finish"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** Show the permissions that hold for an element */
        get: operations["permissions-get"];
        put?: never;
        /** Set permissions on an element */
        post: operations["permissions-set"];
        /** Remove the own permissions of an element */
        delete: operations["permissions-drop"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
            };
            cookie?: never;
        };
        /** Show the permissions that hold in a facet */
        get: operations["facet-permissions-get"];
        put?: never;
        /** Set permissions on a facet */
        post: operations["facet-permissions-set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/access": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** Explain what a user may do with an element */
        get: operations["access-explain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sign-ins and changes of permissions */
        get: operations["audit-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/metamodel/additions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the own types and properties of the storage */
        get: operations["additions-get"];
        put?: never;
        /** Replace the own types and properties of the storage */
        post: operations["additions-set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/search/synonyms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what means the same to a search */
        get: operations["synonyms-get"];
        put?: never;
        /** Replace what means the same to a search */
        post: operations["synonyms-set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tokens */
        get: operations["tokens-list"];
        put?: never;
        /** Create a token */
        post: operations["token-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tokens/{tokenId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: components["parameters"]["tokenId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the secret of a token */
        post: operations["token-rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/tokens/{tokenId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: components["parameters"]["tokenId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke a token */
        post: operations["token-revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/files": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** List the files of an element */
        get: operations["files-list"];
        put?: never;
        /** Add a file to an element */
        post: operations["file-upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
                fileId: components["parameters"]["fileId"];
            };
            cookie?: never;
        };
        /** Download a file */
        get: operations["file-download"];
        put?: never;
        post?: never;
        /** Delete a file from an element */
        delete: operations["file-delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what is remembered for you */
        get: operations["preferences-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/preferences/{kind}/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: components["parameters"]["kind"];
                key: components["parameters"]["key"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remember something */
        post: operations["preference-set"];
        /** Forget something */
        delete: operations["preference-delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/users/pictures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List which users have a picture */
        get: operations["pictures-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/users/{userId}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        /** Show the picture of a user */
        get: operations["picture-get"];
        put?: never;
        post?: never;
        /** Delete the picture of a user */
        delete: operations["picture-delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/me/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set your picture */
        post: operations["picture-set"];
        /** Delete your picture */
        delete: operations["own-picture-delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/me/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export what is stored about you */
        get: operations["own-data-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/users/{userId}/data": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        /** Export what is stored about a user */
        get: operations["person-data-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/users/{userId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Erase the personal data of a user */
        post: operations["person-erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/table": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
            };
            cookie?: never;
        };
        /** Export a list as a table */
        get: operations["table-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your imports */
        get: operations["imports-list"];
        put?: never;
        /** Plan the import of a file */
        post: operations["import-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: components["parameters"]["importId"];
            };
            cookie?: never;
        };
        /** Show an import */
        get: operations["import-get"];
        put?: never;
        post?: never;
        /** Delete an import */
        delete: operations["import-delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/imports/{importId}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: components["parameters"]["importId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Correct the plan of an import */
        post: operations["import-correct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/imports/{importId}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: components["parameters"]["importId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Apply an import */
        post: operations["import-apply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/imports/{importId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: components["parameters"]["importId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Undo an import */
        post: operations["import-undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** List the comments on an element */
        get: operations["comments-list"];
        put?: never;
        /** Comment on an element */
        post: operations["comment-add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/comments/{commentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a comment */
        delete: operations["comment-delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/comments/{commentId}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resolve a thread of comments */
        post: operations["thread-resolve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/comments/{commentId}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open a thread of comments again */
        post: operations["thread-reopen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your notices */
        get: operations["notices-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/notices/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark your notices as read */
        post: operations["notices-read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what you follow */
        get: operations["subscriptions-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/subscriptions/{elementId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Follow an element */
        post: operations["subscription-add"];
        /** Follow an element no more */
        delete: operations["subscription-drop"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/acknowledgements": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** List who has confirmed to have read an element */
        get: operations["acknowledgements-list"];
        put?: never;
        /** Confirm that you have read and understood an element */
        post: operations["acknowledgement-give"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/acknowledgements/request": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask people to confirm that they have read an element */
        post: operations["acknowledgements-ask"];
        /** Ask no user any more to confirm an element */
        delete: operations["acknowledgements-withdraw"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/acknowledgements/proof": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** Export the proof of who has confirmed what */
        get: operations["acknowledgements-proof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/acknowledgements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what you are asked to confirm */
        get: operations["acknowledgements-awaited"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what is due for a review */
        get: operations["reviews-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/review": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** Get the review date of an element */
        get: operations["review-get"];
        put?: never;
        /** Confirm that an element is still right */
        post: operations["review-confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say which element is open */
        post: operations["presence-set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show whether you get mail */
        get: operations["mail-get"];
        put?: never;
        /** Choose when you get mail */
        post: operations["mail-choose"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/mail/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open the link that confirms an address */
        get: operations["mail-confirming"];
        put?: never;
        /** Confirm an address */
        post: operations["mail-confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/mail/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open the link that ends mail */
        get: operations["mail-leaving"];
        put?: never;
        /** End mail */
        post: operations["mail-leave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bpmn/{elementId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** Export a diagram as BPMN */
        get: operations["bpmn-export"];
        put?: never;
        /** Import a BPMN file into a diagram */
        post: operations["bpmn-import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/elements/{elementId}/document": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        /** Print an element and what is below it */
        get: operations["document-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/facets/{facetId}/views/{viewId}/document": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
            };
            cookie?: never;
        };
        /** Print all elements of a view */
        get: operations["documents-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/manual-template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a template of manuals */
        get: operations["template-get"];
        put?: never;
        /** Print manuals by a template of your own */
        post: operations["template-set"];
        /** Go back to the default template of manuals */
        delete: operations["template-remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the webhooks */
        get: operations["webhooks-list"];
        put?: never;
        /** Make a webhook */
        post: operations["webhook-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        /** Show a webhook */
        get: operations["webhook-get"];
        put?: never;
        /** Change, pause or resume a webhook */
        post: operations["webhook-change"];
        /** Delete a webhook */
        delete: operations["webhook-delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/webhooks/{webhookId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a webhook another secret */
        post: operations["webhook-rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test to a receiver */
        post: operations["webhook-test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/webhooks/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send events again */
        post: operations["webhook-replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        /** List what came of the deliveries of a webhook */
        get: operations["webhook-deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the proposals of agents */
        get: operations["proposals-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/proposals/{proposalId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: components["parameters"]["proposalId"];
            };
            cookie?: never;
        };
        /** Show a proposal of an agent */
        get: operations["proposal-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/proposals/{proposalId}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: components["parameters"]["proposalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept a proposal */
        post: operations["proposal-accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/proposals/{proposalId}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: components["parameters"]["proposalId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decline a proposal, with a reason */
        post: operations["proposal-decline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the agents that you have allowed */
        get: operations["agents-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/agents/{grantId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                grantId: components["parameters"]["grantId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End what you have allowed an agent */
        delete: operations["agent-end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/agents/sign-in/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show what an agent asks for */
        post: operations["agent-request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rest/agents/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Allow or refuse what an agent asks for */
        post: operations["agent-decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Access: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["AccessExplanation"][];
        };
        AccessExplanation: {
            /** Format: uuid */
            user: string;
            /** Format: uuid */
            element: string;
            /** @enum {unknown} */
            role: "viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator" | null;
            /** @description This user sees the element. */
            visible: boolean;
            /** @description What permissions leave, whatever the role. */
            levels: ("show" | "open" | "edit" | "new" | "delete" | "approve")[];
            /** @description What role and permissions leave together, as element info lists it. */
            permissions: string[];
            because: components["schemas"]["AccessReason"][];
        };
        /** @description One step of the decision. */
        AccessReason: {
            code: string;
            text: string;
            /**
             * Format: uuid
             * @description Where it is set.
             */
            element?: string;
        };
        /** @description A person who is asked, or has confirmed the version in force. */
        Acknowledgement: {
            person: components["schemas"]["CommentPerson"];
            /** @description Missing: not yet. */
            confirmedOn?: string;
            culture?: number;
        };
        /** @description Whom an element asks. */
        AcknowledgementAsked: {
            principals: components["schemas"]["CommentPerson"][];
            /** @description Each asks all users with this role or a higher one: `viewer` asks everyone. */
            roles: ("viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator")[];
        };
        AcknowledgementBody: {
            /**
             * Format: uuid
             * @description The version that was read. It must be the one in force.
             */
            versionId: string;
            /** @description In which it was read. */
            culture: number;
        };
        AcknowledgementProof: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["ProvenAcknowledgement"][];
        };
        AcknowledgementRequestBody: {
            principals?: string[];
            /** @description Each asks all users with this role or a higher one: `viewer` asks everyone. */
            roles?: ("viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator")[];
        };
        Acknowledgements: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Acknowledgement"][];
            /** @description How many of these have not confirmed the version in force. */
            missing: number;
            mayAsk: boolean;
            /** @description Whether `values` has others, too. */
            mayList: boolean;
            /** @description Whether the caller is asked. */
            isAsked: boolean;
            /**
             * Format: uuid
             * @description The released version in force. Missing: there is none.
             */
            versionId?: string;
            /** @description When the caller has confirmed it. */
            confirmedOn?: string;
            /** @description The types of what can be asked, for callers who may ask. */
            askable?: string[];
            /** @description For callers who may list who has confirmed. */
            asked?: components["schemas"]["AcknowledgementAsked"];
        };
        Actor: {
            type: string;
            /** @description What people read as the name. */
            name: {
                [key: string]: string;
            };
        };
        /** @description A property: it holds values (dataType) or refers to elements (relatedTypes). */
        AddedProperty: {
            names?: components["schemas"]["CultureTexts"];
            descriptions?: components["schemas"]["CultureTexts"];
            dataType?: string;
            relatedTypes?: string[];
            /** @description One value for all languages. */
            invariant?: boolean;
            mandatory?: boolean;
            searchable?: boolean;
            selectableValues?: components["schemas"]["AddedValue"][];
            maxOccurrence?: number;
            /** @enum {unknown} */
            readableBy?: "viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator";
            /** @enum {unknown} */
            writableBy?: "viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator";
        } & {
            [key: string]: unknown;
        };
        /** @description A type, or more of a type of the standard. */
        AddedType: {
            facet?: string;
            names?: components["schemas"]["CultureTexts"];
            descriptions?: components["schemas"]["CultureTexts"];
            color?: string;
            /** @description The properties that it has, each with what differs in this type, or null. */
            properties?: {
                [key: string]: unknown;
            };
            children?: string[];
        } & {
            [key: string]: unknown;
        };
        /** @description A value of a selection. */
        AddedValue: {
            key?: string;
            names?: components["schemas"]["CultureTexts"];
            descriptions?: components["schemas"]["CultureTexts"];
        } & {
            [key: string]: unknown;
        };
        /** @description What a tenant adds to the standard metamodel, as in an additions file. */
        Additions: {
            /** @description New types, and more properties of types of the standard. */
            types?: {
                [key: string]: components["schemas"]["AddedType"];
            };
            /** @description New properties. A type has them only if it names them. */
            properties?: {
                [key: string]: components["schemas"]["AddedProperty"];
            };
            /** @description Further values of selections of the standard. */
            selectableValues?: {
                [key: string]: components["schemas"]["AddedValue"][];
            };
            /** @description Further stereotypes, by type. */
            stereotypes?: {
                [key: string]: components["schemas"]["AddedValue"][];
            };
            /** @description New rules, and settings of those of the standard. */
            rules?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** @description Other names for what the service needs of the method. */
            methodRoles?: {
                [key: string]: unknown;
            };
        };
        AdditionsBody: {
            additions: components["schemas"]["Additions"];
        };
        /** @description When daylight saving time holds in a span of years. */
        AdjustmentRule: {
            /** @description A date-time without zone, local to the storage's time zone. */
            DateStart: string;
            /** @description A date-time without zone, local to the storage's time zone. */
            DateEnd: string;
            /** @description A time span, `hh:mm:ss`. */
            DaylightDelta: string;
            /** @description A time span, `hh:mm:ss`. */
            BaseUtcOffsetDelta: string;
            DaylightTransitionStart: components["schemas"]["DaylightTransition"];
            DaylightTransitionEnd: components["schemas"]["DaylightTransition"];
        };
        /** @description A storage as its administration knows it. */
        AdministeredStorage: {
            /**
             * Format: uuid
             * @description The element that stands for the storage; `tenant` in its storage info.
             */
            id: string;
            /** @description Its part of addresses. */
            name: string;
            displayNames: components["schemas"]["CultureTexts"];
            /** @description What it was made from; empty: it is only planned. */
            template: string;
            isCreated: boolean;
            /**
             * Format: uuid
             * @description The element of its collection, where the caller sees it.
             */
            collection?: string;
        };
        AgentDecision: {
            /** @description The address to which the browser has to go. */
            location: string;
        };
        AgentDecisionBody: {
            /** @description The parameters of the address that the agent has opened in the browser (OAuth 2.1). */
            request: {
                [key: string]: string;
            };
            /** @description What it may do; null: nothing. */
            allow: ("read" | "propose")[] | null;
        };
        /** @description What a user has allowed a program. */
        AgentGrant: {
            /** Format: uuid */
            id: string;
            /** @description The program, as it names itself. */
            agent: string;
            /** @description `read`: read what the user may read. `propose`: propose drafts, which persons decide about. */
            scopes: ("read" | "propose")[];
            /** @description Local date-time of the storage. */
            since: string;
            /** @description When it last got new tokens. */
            last: string;
            /** @description When the user is asked again. */
            until: string;
        };
        AgentRequest: {
            /** @description The program, as it names itself. It is not checked. */
            agent: string;
            /** @description Where the browser goes with the answer: a host, or the scheme of a program on this machine. */
            place: string;
            /** @description `read`: read what the user may read. `propose`: propose drafts, which persons decide about. */
            scopes: ("read" | "propose")[];
        };
        AgentRequestBody: {
            /** @description The parameters of the address that the agent has opened in the browser (OAuth 2.1). */
            request: {
                [key: string]: string;
            };
        };
        Agents: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["AgentGrant"][];
        };
        /** @description A decision for a version. */
        Approval: {
            /** @description In the storage's time zone. */
            at: string;
            /** @description What the row of the history is about, such as a step of the lifecycle. */
            kind: string;
            /** @description The revision of the storage that it made. */
            revision: number;
            /** @description The person or token that approved, by id. */
            by?: string;
            /** @description Its type and name, as long as it is there. */
            actor?: components["schemas"]["Actor"];
            /** @description The kind of task that was accepted by it. */
            task?: string;
            /** @description Of what the version said; only for callers from whom nothing is hidden. */
            hash?: string;
            /** @description Whether the version that is stored today has this hash. */
            holds?: boolean;
        };
        /** @description What the version says, in the form that is hashed. */
        ApprovedDocument: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            versionId: string;
            facetName: string;
            type: string;
            stereotype: string | null;
            attributes: components["schemas"]["AttributeMap"];
            /** @description The ids of targets for each context. */
            related: {
                [key: string]: string[];
            };
            files: {
                id: string;
                name: string;
                hash: string;
            }[];
            content: components["schemas"]["ApprovedShape"][];
            /** @description The properties that the lifecycle writes: they are not approved. */
            without: string[];
        };
        ApprovedShape: {
            shapeId: string;
            /** Format: uuid */
            id: string;
            predecessors: string[];
            /** @description What a flow object says; all others have versions of their own. */
            element?: {
                type: string;
                stereotype: string | null;
                attributes: components["schemas"]["AttributeMap"];
                /** @description The ids of targets for each context. */
                related: {
                    [key: string]: string[];
                };
                files: {
                    id: string;
                    name: string;
                    hash: string;
                }[];
            };
        };
        /** @description The same for every name. */
        AskedForLink: {
            asked: boolean;
        };
        /**
         * @description Attribute name, then culture id, then value.
         * @example {
         *       "name": {
         *         "1031": "Angebot erstellen",
         *         "1033": "Make an offer"
         *       },
         *       "version": {
         *         "127": "1.0"
         *       }
         *     }
         */
        AttributeMap: {
            [key: string]: {
                [key: string]: components["schemas"]["AttributeValue"];
            };
        };
        /** @description A property that holds values. */
        AttributeProperty: {
            key: string;
            displayNames: components["schemas"]["CultureTexts"];
            descriptions: components["schemas"]["CultureTexts"];
            tooltips: components["schemas"]["CultureTexts"];
            attribute: components["schemas"]["AttributeRule"];
        };
        AttributeRule: {
            /** @description The reference product's runtime name of the value's type. */
            type: string;
            /** @enum {unknown} */
            dataType: "SingleLineText" | "MultiLineText" | "Html" | "SelectionValue" | "MultiSelection" | "Boolean" | "Integer" | "Decimal" | "DateTime" | "Links";
            /** @description One value for all cultures, under the key 127. */
            isInvariantCulture: boolean;
            /** @description Only for selections. */
            selectableValues?: components["schemas"]["SelectableValue"][];
        };
        /** @description Text (also html, date-times and keys of selectable values), yes or no, a number, or a list. */
        AttributeValue: string | boolean | number | string[] | components["schemas"]["Link"][];
        Attributes: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["AttributeMap"];
            /** @description With `$culture`: the attributes that had no value in it, and the culture their value is of. */
            fallbacks?: {
                [key: string]: number;
            };
        };
        Audit: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["AuditEntry"][];
        };
        /** @description A sign-in, a refused sign-in, or a change of permissions. */
        AuditEntry: {
            /** @description A date-time without zone, local to the storage's time zone. */
            at: string;
            /** @enum {unknown} */
            kind: "sign-in" | "sign-in.refused" | "sign-out" | "password.changed" | "password.refused" | "password.forgotten" | "link.made" | "token.created" | "token.renewed" | "token.revoked" | "permission.set" | "permission.dropped" | "permission.facet" | "access.given" | "access.changed" | "access.taken" | "person.exported" | "person.erased" | "metamodel.changed" | "feature.switched" | "synonyms.changed" | "agent.allowed" | "agent.ended" | "webhook.made" | "webhook.changed" | "webhook.deleted" | "template.changed";
            /**
             * Format: uuid
             * @description The person or token that did it; the command line has none.
             */
            actor?: string;
            /** @description The id of the element that it is about, or the name of the facet. */
            subject?: string;
            /** @description The IP address that it came from. */
            address?: string;
            /** @description Details: what was set, or how the user signed in. */
            detail?: {
                [key: string]: string;
            };
        };
        /** @description A released version that the caller is asked to confirm. */
        AwaitedAcknowledgement: {
            element: components["schemas"]["PreferredElement"];
            /**
             * Format: uuid
             * @description The version in force.
             */
            versionId: string;
            /** @description A date-time without zone, local to the storage's time zone. */
            askedOn: string;
        };
        AwaitedAcknowledgements: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["AwaitedAcknowledgement"][];
        };
        /** @description A BPMN 2.0 file. */
        BpmnFile: string;
        /** @description What an import has changed. */
        BpmnImport: {
            count: number;
            /** @description The shapes of the file; none if the diagram says the same already. */
            values: components["schemas"]["BpmnShape"][];
            /** @description The roles, inputs and outputs that were created. */
            created: string[];
            /** @description How many shapes of the diagram are gone. */
            removed: number;
            unmapped: components["schemas"]["BpmnUnmapped"][];
            /** @description Warnings about what was stored; not there without any. */
            findings?: components["schemas"]["Warning"][];
        };
        /** @description What a shape of the file has become. */
        BpmnShape: {
            /** @description The id in the file. */
            key: string;
            /** Format: uuid */
            id: string;
        };
        /** @description A part of a file that has no place of its own here. */
        BpmnUnmapped: {
            /**
             * @description An export returns it; it was read in another way; or it is gone.
             * @enum {unknown}
             */
            outcome: "carried" | "changed" | "lost";
            /** @description Its name in the file, with the namespace if that is not BPMN's. */
            element: string;
            /** @description The ids of what it stands in, and its line. */
            place: string;
            /** @description How many elements it has, itself included. */
            count: number;
            note?: string;
        };
        ChangedAcknowledgements: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["ChangedComment"][];
        };
        /** @description A comment that was stored, changed or deleted. */
        ChangedComment: {
            /** Format: uuid */
            id: string;
        };
        ChangedComments: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["ChangedComment"][];
        };
        ChangedSubscriptions: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["ChangedComment"][];
        };
        /** @description What the caller has chosen. */
        ChosenMail: {
            /** @enum {unknown} */
            pace: "never" | "atOnce" | "daily";
        };
        /** @description What was said, by whom and when. */
        Comment: {
            /** Format: uuid */
            id: string;
            /** @description A date-time without zone, local to the storage's time zone. */
            on: string;
            /** @description Empty: it was deleted. */
            text: string;
            /** @description The users whom it mentions, as far as the caller sees them. */
            mentions: components["schemas"]["CommentPerson"][];
            mayDelete: boolean;
            /** @description Missing: the caller does not see the author. */
            by?: components["schemas"]["CommentPerson"];
        };
        CommentBody: {
            text: string;
            /** @description The shape of the element's diagram that it is about. */
            shape?: string | null;
            /** @description A comment of the thread to reply to. */
            replyTo?: string | null;
            mentions?: string[];
        };
        /** @description A user, or a token. */
        CommentPerson: {
            /** Format: uuid */
            id: string;
            type: string;
            /** @description The name by culture. */
            name: components["schemas"]["CultureTexts"];
        };
        /**
         * @example {
         *       "culture": 1031,
         *       "attributes": [
         *         "name"
         *       ]
         *     }
         */
        ConfirmBody: {
            /** @description The culture of the texts that are still right. */
            culture: number;
            /** @description Only the texts of these attributes; all stale ones if it is missing. */
            attributes?: string[];
        };
        ConfirmedReview: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["ChangedComment"][];
        };
        /** @description Shapes to add, change, connect or delete. Predecessors are indices of items of the same request. With `format=script`, the script of the whole diagram instead. */
        ContentBody: {
            values?: components["schemas"]["GivenShape"][];
            script?: string;
            /** @description With `script`: the names that become new elements if nothing has them. */
            create?: string[];
        };
        /** @description How two diagrams differ. */
        ContentChange: {
            shapes?: {
                added?: components["schemas"]["ShapeChange"][];
                removed?: components["schemas"]["ShapeChange"][];
                moved?: components["schemas"]["ShapeChange"][];
                changed?: components["schemas"]["ShapeChange"][];
                placed?: components["schemas"]["ShapeChange"][];
            };
            flows?: {
                added?: components["schemas"]["FlowChange"][];
                removed?: components["schemas"]["FlowChange"][];
                /** @description Shapes whose predecessors have another order. */
                reordered?: string[];
            };
        };
        /** @description An element in a diagram: its shape, the shapes before it, its name and link. */
        ContentElement: {
            properties: {
                shapeId: string;
                predecessors: components["schemas"]["PrecedingShape"][];
                /** @description Where users have put it, in layouts that keep places: across and down. */
                place?: number[];
            };
            /** @description The facet the element belongs to. */
            facetName: string;
            /**
             * Format: uuid
             * @description The same for all versions of one element.
             */
            id: string;
            /** @description The key of the element type, such as `subProcess`. */
            type: string;
            /**
             * Format: uuid
             * @description This version; only versioned elements have one.
             */
            versionId?: string;
            /**
             * Format: uuid
             * @description Only unversioned elements have one; structure elements have neither.
             */
            creationId?: string;
            /** @description Where the version stands in its lifecycle, such as `inProcess` or `released`. */
            state?: string;
            /** @description The key of the stereotype. */
            stereotype?: string;
            attributes?: components["schemas"]["AttributeMap"];
            /** @description With `$culture`: the attributes that had no value in it, and the culture their value is of. */
            fallbacks?: {
                [key: string]: number;
            };
            related?: components["schemas"]["RelatedMap"];
        };
        ContentElements: {
            /** @description How many entries this answer holds. */
            count: number;
            elements: components["schemas"]["ContentElement"][];
        };
        ContentIds: {
            /** @description How many entries this answer holds. */
            count: number;
            values: {
                /**
                 * Format: uuid
                 * @description Of the version of a versioned element, else of the element.
                 */
                id: string;
                index: number;
            }[];
            /** @description With `format=script`: the script as it was understood. */
            script?: string;
            /** @description With `draw`: the script, drawn. Shapes that are not stored have ids that end in their line. */
            drawing?: components["schemas"]["Diagram"];
            /** @description With `draw`: which shape each line is. */
            lines?: components["schemas"]["ScriptLine"][];
            /** @description With `draw`: what each mark within a line names. */
            marks?: {
                mark: string;
                types: string[];
            }[];
            /** @description Warnings about what was stored; not there without any. */
            findings?: components["schemas"]["Warning"][];
        };
        /**
         * @description Where to copy the element, and what with it.
         * @example {
         *       "children": true
         *     }
         */
        CopyBody: {
            /** @description Below which element; null: below nothing. The same parent if it is missing. */
            parent?: string | null;
            /** @description Whether what stands below it is copied, too; false if it is missing. */
            children?: boolean;
            /** @description Whether its diagram is copied, too; true if it is missing. */
            content?: boolean;
        };
        /**
         * @description A text for each culture, by culture id (1031 German, 1033 English).
         * @example {
         *       "1031": "Prozesse",
         *       "1033": "Processes"
         *     }
         */
        CultureTexts: {
            [key: string]: string;
        };
        /** @description How many texts of a culture are in which state. */
        CultureTranslations: {
            /** @description A culture of the storage. */
            culture: number;
            /** @description Whether the culture is mandatory. */
            mandatory: boolean;
            /** @description How many texts are not older than their source. */
            current: number;
            /** @description How many texts have a source that was changed later. */
            stale: number;
            /** @description How many have no text, and none in a fallback culture that the storage names. */
            missing: number;
            /** @description How many have no text, but one in a fallback culture that the storage names. */
            fallback: number;
            /** @description How many elements have texts to translate in any state. */
            elements: number;
            /** @description How many of them have texts that are stale, missing or shown in another culture. */
            open: number;
            /** @description How many of these are in each facet that has any. */
            facets: {
                [key: string]: number;
            };
        };
        /** @description An attribute with its values. */
        DataAttribute: {
            /** @description The name of the attribute. */
            key: string;
            values: components["schemas"]["DataValue"][];
        };
        /** @description An element below another one. */
        DataChild: {
            /** Format: uuid */
            id: string;
            /** @description The key of its type. */
            type: string;
            facetName: string;
        };
        /** @description An element in the form of the group v2. */
        DataElement: {
            /** Format: uuid */
            id: string;
            properties: components["schemas"]["DataProperties"];
            attributes: components["schemas"]["DataAttribute"][];
            children: components["schemas"]["DataChild"][];
        };
        DataElements: {
            values: components["schemas"]["DataElement"][];
        };
        /** @description What names an element. */
        DataProperties: {
            /** @description In the default culture of the storage, or else by its fallback order. */
            name: string;
            /** @description The key of the type. */
            type: string;
            typeName: string;
            facetName: string;
            /** Format: uuid */
            versionId?: string;
            /** @description The key of the state. */
            state?: string;
            stateName?: string;
            stereotype?: string;
        };
        /** @description The value of an attribute in one culture. */
        DataValue: {
            /** @description The culture; 127: all of them. */
            lcid: number;
            /** @description As operation 4 has it. */
            value: unknown;
        };
        DaylightTransition: {
            /** @description A date-time without zone, local to the storage's time zone. */
            TimeOfDay: string;
            Month: number;
            Week: number;
            Day: number;
            /** @enum {unknown} */
            DayOfWeek: "Sunday" | "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday";
            IsFixedDateRule: boolean;
        };
        DelegateBody: {
            /**
             * Format: uuid
             * @description Who is to decide.
             */
            to: string;
        };
        Deleted: {
            /**
             * Format: uuid
             * @description Of the deletion: what to restore it by.
             */
            id: string;
            /** Format: uuid */
            elementId: string;
            type: string;
            /** @description In the default culture, or in any other. */
            name: string;
            /** @description In UTC. */
            at: string;
            /**
             * Format: uuid
             * @description The draft that was deleted alone; not there: the whole element was.
             */
            versionId?: string;
            /**
             * Format: uuid
             * @description The token or person that deleted it.
             */
            by?: string;
        };
        /** @description A diagram with a place for everything in it. */
        Diagram: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            versionId: string;
            type: string;
            name: string;
            cultureId: number;
            layout: string;
            /**
             * @description Where the flow goes.
             * @enum {unknown}
             */
            direction: "down" | "right";
            width: number;
            height: number;
            nodes: components["schemas"]["DiagramNode"][];
            edges: components["schemas"]["DiagramEdge"][];
            /** @description None where the layout has none. */
            lanes: components["schemas"]["DiagramLane"][];
            /** @description With `script=true`: the lines of its script. */
            script?: components["schemas"]["WrittenLine"][];
            /** @description By how much everything was moved from the places that are stored; none where it was laid out. */
            origin?: [
                number,
                number
            ];
        };
        /** @description A part of the drawing. */
        DiagramArea: {
            x: number;
            y: number;
            width: number;
            height: number;
        };
        /** @description A connection. */
        DiagramEdge: {
            /**
             * Format: uuid
             * @description The shape it leaves.
             */
            from: string;
            /**
             * Format: uuid
             * @description The shape it enters.
             */
            to: string;
            /** @description It leads back. */
            isLoop: boolean;
            points: [
                number,
                number
            ][];
        };
        /** @description Where the name of a shape stands. */
        DiagramLabel: {
            x: number;
            y: number;
            width: number;
            height: number;
            /** @description The name, broken to fit. */
            lines: string[];
            /** @description What the layout writes below it. */
            details: string[];
        };
        /** @description A lane; the one without an id is for what has no role. */
        DiagramLane: {
            name: string;
            x: number;
            y: number;
            width: number;
            height: number;
            head: components["schemas"]["DiagramArea"];
            /**
             * Format: uuid
             * @description Whose lane it is.
             */
            id?: string;
        };
        /** @description A shape: the place of its figure, and of its name in it or beside it. */
        DiagramNode: {
            /** Format: uuid */
            shapeId: string;
            name: string;
            /**
             * @description `gap` is a placeholder for what is not released, `label` the name of a connection.
             * @enum {unknown}
             */
            figure: "box" | "start" | "event" | "end" | "gateway" | "condition" | "interface" | "pool" | "message" | "note" | "frame" | "data" | "store" | "gap" | "label";
            /** @enum {unknown} */
            icon: "element" | "task" | "process" | "scenario" | "house" | "category" | "view" | "interface" | "condition" | "and" | "or" | "xor" | "event" | "complex" | "message" | "timer" | "error" | "escalation" | "cancel" | "compensation" | "conditional" | "link" | "signal" | "terminate" | "multiple" | "parMultiple" | "none";
            color: string;
            x: number;
            y: number;
            width: number;
            height: number;
            label: components["schemas"]["DiagramLabel"];
            /**
             * Format: uuid
             * @description The element that the shape shows; a placeholder has none.
             */
            id?: string;
            /** @description Its type; a placeholder has none. */
            type?: string;
            /** Format: uuid */
            versionId?: string;
            state?: string;
            /** @description The culture of the name, where it is not the one asked for. */
            fallback?: number;
            /**
             * Format: uri
             * @description Where a shape with a diagram of its own leads.
             */
            link?: string;
            /** @description The lane it stands in, by its place in `lanes`. */
            lane?: number;
        };
        Diagrams: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Diagram"][];
        };
        Difference: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            from: string;
            /** Format: uuid */
            to: string;
            /** @description What differs, in a few words. */
            changed: string[];
            difference: components["schemas"]["VersionDifference"];
            /** @description If `from` is a moment: the revision of the storage then. */
            fromRevision?: number;
            /** @description If `to` is a moment: the revision of the storage then. */
            toRevision?: number;
        };
        Differences: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Difference"][];
        };
        /**
         * Format: binary
         * @description A PDF or Word file.
         */
        Document: string;
        /** @description A released version that is to be confirmed as still right. */
        DueReview: {
            element: components["schemas"]["PreferredElement"];
            /**
             * Format: uuid
             * @description The version in force.
             */
            versionId: string;
            /** Format: date */
            dueOn: string;
            /** @description The day has passed. */
            isOverdue: boolean;
        };
        DueReviews: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["DueReview"][];
            /** @description How many are due or seen coming, also those that are not in `values`. */
            due: number;
            /** @description How many of them are overdue. */
            overdue: number;
        };
        EditLocks: {
            /** @description How many entries this answer holds. */
            count: number;
            values: {
                /** Format: uuid */
                holder: string;
                /** @description How long it holds. */
                seconds: number;
                /** @description Who held it before. */
                takenFrom?: string | null;
            }[];
        };
        /** @description An element in one of its versions. Parts that are empty are left out. */
        Element: {
            /** @description The facet the element belongs to. */
            facetName: string;
            /**
             * Format: uuid
             * @description The same for all versions of one element.
             */
            id: string;
            /** @description The key of the element type, such as `subProcess`. */
            type: string;
            /**
             * Format: uuid
             * @description This version; only versioned elements have one.
             */
            versionId?: string;
            /**
             * Format: uuid
             * @description Only unversioned elements have one; structure elements have neither.
             */
            creationId?: string;
            /** @description Where the version stands in its lifecycle, such as `inProcess` or `released`. */
            state?: string;
            /** @description The key of the stereotype; with `$resources=stereotype` a reference to it. */
            stereotype?: string | components["schemas"]["Reference"];
            /** @description Present, and true, when the caller may not edit the element. */
            setReadOnly?: boolean;
            /** @description The names of the element type. */
            displayNames?: components["schemas"]["CultureTexts"];
            attributes?: components["schemas"]["AttributeMap"];
            /** @description With `$culture`: the attributes that had no value in it, and the culture their value is of. */
            fallbacks?: {
                [key: string]: number;
            };
            related?: components["schemas"]["RelatedMap"];
            children?: components["schemas"]["Reference"][];
            /** @description The elements in the diagram. */
            content?: components["schemas"]["Reference"][];
            /** @description From the parent to the root; only when `$resources` names it. */
            rootPath?: components["schemas"]["Reference"][];
        };
        /** @description What the caller may do with an element, and where it stands. */
        ElementInfo: {
            elementTypeName: string;
            /** @description The element, its versions and the shapes that show it. */
            entityIds: string[];
            entityTypeName: string;
            facetTypeName: string;
            facetViewKey: string;
            /** @description The type may hold content. */
            hasDiagram: boolean;
            hasEditPermission: boolean;
            /** Format: uuid */
            id: string;
            /** @description The types that may be added below, with their names. */
            insertableDynamicTypes: {
                [key: string]: components["schemas"]["CultureTexts"];
            };
            isCurrentCopyable: boolean;
            isCurrentInsertable: boolean;
            isCurrentMovable: boolean;
            isCurrentRemovable: boolean;
            /** @description Cannot be edited now. */
            isReadOnly: boolean;
            /** @description No child may be added. */
            isReadOnlyCollection: boolean;
            /** @description In the storage's default culture. */
            name: string;
            permissions: ("NewElement" | "EditElement" | "DeleteElement" | "ShowElement" | "ApproveElement" | "OpenElement")[];
            /**
             * @description Why no child may be added.
             * @enum {unknown}
             */
            readOnlyCollectionContext: "None" | "Diagram" | "Architect" | "All" | "NotCurrentUser" | "Never";
            /**
             * @description Why it cannot be edited.
             * @enum {unknown}
             */
            readOnlyContext: "None" | "Diagram" | "Architect" | "All" | "NotCurrentUser" | "Never";
            /** @description Ids from the element up; in a flat view only its own. */
            rootPath: string[];
            /** @description The shape in its first diagram, else the id. */
            shapeId: string;
            typeColor: string;
            /** @description `_<id>` in a flat view, `<parent>_<id>` in a hierarchical one. */
            uid: string;
        };
        ElementInfos: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["ElementInfo"][];
        };
        ElementTranslations: {
            /** @description How many entries this answer holds. */
            count: number;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            versionId: string;
            facetName: string;
            /** @description The culture to translate from: the default culture of the storage. */
            source: number;
            /** @description How many texts there are, by culture and state. */
            cultures: {
                [key: string]: {
                    /** @description How many texts are not older than their source. */
                    current: number;
                    /** @description How many texts have a source that was changed later. */
                    stale: number;
                    /** @description How many have no text, and none in a fallback culture that the storage names. */
                    missing: number;
                    /** @description How many have no text, but one in a fallback culture that the storage names. */
                    fallback: number;
                };
            };
            /** @description By attribute and culture. */
            values: components["schemas"]["Translation"][];
        };
        /** @description What elements of one type look like in a view. */
        ElementType: {
            /** @example subProcess */
            key: string;
            displayNames: components["schemas"]["CultureTexts"];
            descriptions: components["schemas"]["CultureTexts"];
            properties: (components["schemas"]["AttributeProperty"] | components["schemas"]["RelatedProperty"])[];
            /** @description Ways to draw the diagram; only the tree view lists them. */
            layouts: components["schemas"]["Layout"][];
        };
        ElementTypes: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["ElementType"][];
        };
        Elements: {
            /** @description How many entries this answer holds. */
            count: number;
            elements: components["schemas"]["Element"][];
            facetCounts?: components["schemas"]["FacetCounts"];
            /** @description Warnings about what was stored; not there without any. */
            findings?: components["schemas"]["Warning"][];
        };
        /** @description Elements as answers have them; those without an id are created, also in related contexts with `canAddNew`. What is not given stays as it is, null removes it. */
        ElementsBody: {
            /** @description How many entries this answer holds. */
            count?: number;
            elements?: components["schemas"]["GivenElement"][];
            values?: components["schemas"]["GivenElement"][];
        };
        EraseBody: {
            /** @description The login of the user, to confirm; of a user without one, the id. */
            login: string;
            /** @description Further words that name the person, such as a nickname: replaced in all texts. */
            also?: string[];
        };
        ErasedPerson: {
            /**
             * Format: uuid
             * @description The user.
             */
            id: string;
            /** @description What stands in place of the name from now on. */
            pseudonym: string;
            /** @description Whether the person was erased before, so that nothing was left to do. */
            wasErased: boolean;
            /** @description Rows of the history that held personal data. */
            changes?: number;
            /** @description Other elements whose texts named the person. */
            elements?: number;
            /** @description Rows of the audit, tasks, comments, preferences and deletions that did. */
            records?: number;
            /** @description Files of the user that were deleted. */
            files?: number;
            /** @description Tokens that the person had created and that were revoked. */
            tokens?: number;
        };
        ErasedPersons: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["ErasedPerson"][];
        };
        /**
         * @description Why a request was refused.
         * @example {
         *       "message": "There is no such element.",
         *       "output": "volatile",
         *       "type": "error",
         *       "data": [
         *         {
         *           "error": "There is no such element.",
         *           "code": "not-found"
         *         }
         *       ],
         *       "requestId": "5f3c9a1e-2a"
         *     }
         */
        Error: {
            message: string;
            /**
             * @description Where to show it.
             * @enum {unknown}
             */
            output: "volatile" | "permanent" | "dialog" | "inline";
            /** @enum {unknown} */
            type: "critical" | "error" | "warning" | "success" | "unauthorized";
            data: components["schemas"]["Finding"][];
            /** @description What the log knows this request by. */
            requestId: string;
            /** @description Of `element-restore` and `element-undo`: what was changed since. Nothing is stored. */
            conflicts?: components["schemas"]["ThreeSides"][];
        };
        /** @description A change of an element, as CloudEvents 1.0. */
        Event: {
            /** @constant */
            specversion: "1.0";
            /** @description Unique in the storage, and the cursor behind this event. */
            id: string;
            /** @description The storage. */
            source: string;
            /** @description `facetstore.` and the kind of the change. */
            type: string;
            /**
             * Format: uuid
             * @description The element.
             */
            subject: string;
            /** @description When it was changed, in UTC. */
            time: string;
            /** @constant */
            datacontenttype: "application/json";
            data: components["schemas"]["EventData"];
        };
        EventData: {
            revision: number;
            kind: string;
            /** Format: uuid */
            id: string;
            facetName: string;
            type: string;
            /**
             * Format: uuid
             * @description The version that was changed.
             */
            versionId?: string;
            /** @description Who changed it. */
            by?: string;
            actor?: components["schemas"]["Actor"];
            /** @description Why, if the change said so. */
            reason?: string;
            /** @description With `changes=true`: what differs, in a few words. */
            changed?: string[];
            /** @description With `changes=true`: before and after. Of what is new or deleted: all of it. */
            difference?: components["schemas"]["VersionDifference"];
            /** @description With `changes=true`: further details, by name. */
            told?: {
                [key: string]: string;
            };
        };
        Events: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Event"][];
            /** @description The `after` of the next request. */
            next: string;
        };
        /** @description A group of element types. */
        Facet: {
            /** @example processes */
            name: string;
            /**
             * Format: uri
             * @description Returns the views of the facet.
             */
            views: string;
            displayNames: components["schemas"]["CultureTexts"];
        };
        /** @description With `$facetCounts`: how many elements of the whole list there are, by each field that was named. */
        FacetCounts: {
            [key: string]: components["schemas"]["ValueCounts"];
        };
        /** @description Facets that menus show together. */
        FacetGroup: {
            key: string;
            displayNames: components["schemas"]["CultureTexts"];
            /** @description Those that the caller sees. */
            facets: string[];
        };
        FacetPermissions: {
            /** @description How many entries this answer holds. */
            count: number;
            values: {
                grants: components["schemas"]["PermissionGrant"][];
            }[];
        };
        FacetPermissionsBody: {
            grants: components["schemas"]["PermissionGrant"][];
        };
        Facets: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Facet"][];
        };
        /** @description A feature of the storage, and whether it is switched on. */
        FeatureFlag: {
            /** @enum {unknown} */
            id: "AgentsFeature" | "CommentsFeature";
            /** @enum {unknown} */
            state: "activated" | "deactivated";
            displayNames: components["schemas"]["CultureTexts"];
            descriptions: components["schemas"]["CultureTexts"];
        };
        FeatureFlags: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["FeatureFlag"][];
        };
        /** @description A file of one version of an element. */
        File: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description By the content, whatever the name says. */
            mimeType: string;
            /** @description In bytes. */
            size: number;
            /** @description The hash of the content. */
            sha256: string;
            /** @description A date-time without zone, local to the storage's time zone. */
            addedOn: string;
            /** @description What an attribute takes to refer to the file; `fullAddress` downloads it. */
            link: components["schemas"]["Link"];
        };
        /**
         * Format: binary
         * @description The bytes of a file, as they are.
         */
        FileContent: string;
        Files: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["File"][];
        };
        /** @description One thing that is wrong. */
        Finding: {
            /** @description A sentence for people. */
            error: string;
            /** @description A stable word for programs. */
            code?: string;
            /** @description The parameter or field it is about. */
            path?: string;
        };
        /** @description A connection, by the ids of its shapes. */
        FlowChange: {
            from: string;
            to: string;
        };
        /** @description An element that the caller follows. */
        FollowedElement: {
            element: components["schemas"]["PreferredElement"];
            /** @description Whether everything below the element is followed, too. */
            below: boolean;
        };
        /** @description Texts by name: `reason`, `externalReference`, and `message` to those who get the tasks. */
        GivenAlong: {
            [key: string]: string;
        };
        /** @description An element of a body. It may be one of an answer, changed. */
        GivenElement: {
            facetName?: string | null;
            /** @description Of the element or of one of its versions; without it, the element is created. */
            id?: string | null;
            versionId?: string | null;
            /** @description What is created needs one. */
            type?: string | null;
            /** @description The key of the stereotype, or a reference to it. */
            stereotype?: string | components["schemas"]["GivenElement"] | null;
            /** @description What is not given stays as it is. */
            attributes?: {
                [key: string]: {
                    [key: string]: components["schemas"]["AttributeValue"] | null;
                } | null;
            } | null;
            /** @description A context that is given is replaced as a whole. References are ids, or elements with an id; those without are created. */
            related?: {
                [key: string]: (string | components["schemas"]["GivenElement"])[] | null;
            } | null;
            /** @description Below which element to create it; null: below nothing. */
            parent?: string | components["schemas"]["GivenElement"] | null;
            /** @description The place among its siblings. */
            position?: number | null;
            /** @description A field of answers. It may come along; it is not read. */
            creationId?: unknown;
            /** @description A field of answers. It may come along; it is not read. */
            state?: unknown;
            /** @description A field of answers. It may come along; it is not read. */
            children?: unknown;
            /** @description A field of answers. It may come along; it is not read. */
            content?: unknown;
            /** @description A field of answers. It may come along; it is not read. */
            rootPath?: unknown;
            /** @description A field of answers. It may come along; it is not read. */
            versions?: unknown;
            /** @description A field of answers. It may come along; it is not read. */
            displayNames?: unknown;
            /** @description A field of answers. It may come along; it is not read. */
            expandUri?: unknown;
            /** @description A field of answers. It may come along; it is not read. */
            setReadOnly?: unknown;
            /** @description A field of answers. It may come along; it is not read. */
            properties?: unknown;
            /** @description A field of answers. It may come along; it is not read. */
            fallbacks?: unknown;
        };
        /** @description A shape to add, change, connect or delete. */
        GivenShape: {
            shapeInfo?: {
                /** @description Of a shape that is there; without it, the shape is added. */
                id?: string | null;
                /** @description What other items of the request refer to it by; else its place in the list. */
                index?: number | null;
                /** @description The shapes before it, by their indices. */
                predecessors?: number[] | null;
                /** @description Where it stands in drawings that keep places: across and down. null: where a file or the service puts it. */
                place?: [
                    number,
                    number
                ] | null;
            };
            /** @description The element that it shows, or the one to create. */
            element?: components["schemas"]["GivenElement"];
            /** @description Delete the shape. */
            delete?: boolean;
            /** @description Connect the shapes before and after one that is deleted. */
            reconnect?: boolean;
        };
        History: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["HistoryEntry"][];
        };
        HistoryEntry: {
            revision: number;
            /** @description In the storage's time zone. */
            at: string;
            kind: string;
            /** @description The token or person that made the change; `scheduler` where time did. */
            by?: string;
            /** @description Its type and name, as long as it is there. */
            actor?: components["schemas"]["Actor"];
            /** Format: uuid */
            versionId?: string;
            reason?: string;
            /** @description What changed, in a few words. */
            changed?: string[];
            /** @description To how the change before left the version; of its first change there is none. */
            difference?: components["schemas"]["VersionDifference"];
            /** @description The texts given with the change. */
            told?: {
                [key: string]: string;
            };
        };
        /** @description An address that a token was used from. */
        Host: {
            /**
             * Format: uuid
             * @description The element below the token.
             */
            id: string;
            /** @description An IP address; of IPv6 the network (/64). */
            address: string;
            /** @description Whether the token is valid there. */
            isActive: boolean;
            /** @description How often it was used; up to half a minute late. */
            uses: number;
            /** @description The last use; up to half a minute late. */
            lastUsedOn?: string;
        };
        /** @description An import: first the plan of it. Lists show neither mapping nor findings nor changes. */
        Import: {
            /** Format: uuid */
            id: string;
            facet: string;
            /** @enum {unknown} */
            state: "planned" | "applied" | "undone";
            /** Format: date-time */
            created: string;
            /**
             * Format: date-time
             * @description From then on it cannot be applied, or undone, any more.
             */
            expires: string;
            settings: components["schemas"]["ImportSettings"];
            /** @description Whether it would change something, and nothing stands in the way. */
            applicable: boolean;
            counts: components["schemas"]["ImportCounts"];
            /** @description Of the storage, when it was applied. */
            revision?: number;
            /** @description The column by which rows find their elements; null: every row is a new element. */
            match?: string | null;
            mapping?: components["schemas"]["ImportColumn"][];
            /** @description All that a column can stand for. */
            columns?: string[];
            /** @description About the file and its columns. */
            warnings?: components["schemas"]["ImportFinding"][];
            /** @description About rows; the first 1,000. */
            findings?: components["schemas"]["ImportFinding"][];
            /** @description The first 1,000. */
            changes?: components["schemas"]["ImportChange"][];
            /** @description What others have changed since, and what an undo left as it is. */
            changedSince?: unknown[];
        };
        /** @description What becomes of one element. */
        ImportChange: {
            row: number;
            /** @enum {unknown} */
            change: "changed" | "created";
            type: string;
            /** @description What people read as the name. */
            label: string;
            values: components["schemas"]["ImportValue"][];
            /** Format: uuid */
            id?: string;
            /** Format: uuid */
            versionId?: string;
        };
        /** @description A column of the file. */
        ImportColumn: {
            /** @description Its name in the file. */
            column: string;
            /** @description What it stands for; null: nothing, it is left out. */
            standsFor: string | null;
            /** @description Whether its name suggested it, not the settings. */
            guessed: boolean;
        };
        /** @description What becomes of the rows. */
        ImportCounts: {
            rows: number;
            created: number;
            changed: number;
            unchanged: number;
            /** @description Rows with findings. */
            faulty: number;
        };
        /** @description The content of the file, up to 16 MB. */
        ImportFile: string;
        /** @description What is wrong, and where. */
        ImportFinding: {
            path: string;
            code: string;
            error: string;
            /** @description The row of the file, counted from 1. */
            row?: number;
        };
        /** @description How a file is read. What is left out has its default. */
        ImportSettings: {
            /** @description The format of the file; null: found out from its content. */
            format?: string | null;
            /** @description By the name of a column in the file, what it stands for, such as `name.1033`; null: nothing. */
            mapping?: {
                [key: string]: string | null;
            };
            /** @description The column by which rows find their elements: `elementId`, `versionId`, or an attribute such as a technical id or the name. */
            match?: string | null;
            /** @description The type of new elements, for files without the column `elementType`. */
            type?: string | null;
            /** @description The id of the parent of new elements, for files without the column `parentId`. */
            parent?: string | null;
            /**
             * @description Whether an empty cell clears the value or leaves it.
             * @enum {unknown}
             */
            emptyCells?: "clear" | "keep";
            /**
             * @description Whether rows with findings stop the import or are left out.
             * @enum {unknown}
             */
            faultyRows?: "refuse" | "skip";
        };
        ImportUndoBody: {
            /**
             * @description What happens to elements that were changed since.
             * @enum {unknown}
             */
            changedSince: "keep" | "refuse";
        };
        /** @description A value that changes. Long texts are cut. */
        ImportValue: {
            /** @description Such as `attributes.name.1033` or `related.owner`. */
            path: string;
            before?: unknown;
            after?: unknown;
            /** @description The elements that are not referred to any more. */
            removed?: string[];
            added?: string[];
        };
        Imports: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Import"][];
        };
        Layout: {
            key: string;
            displayNames: components["schemas"]["CultureTexts"];
            /** @description The contexts that say in which lane a shape stands. Only in the answers for pages. */
            lanes?: string[];
            /** @description Shapes stand where users have put them. Only in the answers for pages. */
            keepsPlaces?: boolean;
        };
        /** @description A file or page an attribute points at. */
        Link: {
            /** @description The id of a stored file, or the address itself. */
            address?: string;
            /** @description The address a browser can open. */
            fullAddress?: string;
            mimeType?: string;
            protocol?: string;
            title?: string;
        };
        LinkBody: {
            /**
             * @description To sign in, as without a body, or to choose a new password.
             * @enum {unknown}
             */
            for?: "signIn" | "password";
        };
        /** @description A list that differs: ids of elements, or names of files. */
        ListChange: {
            added: string[];
            removed: string[];
            /** @description What stayed has another order. */
            reordered: boolean;
        };
        /** @description One version of an element, among all of them. */
        ListedVersion: {
            /** @description The facet the element belongs to. */
            facetName: string;
            /**
             * Format: uuid
             * @description The same for all versions of one element.
             */
            id: string;
            /** @description The key of the element type, such as `subProcess`. */
            type: string;
            /**
             * Format: uuid
             * @description This version; only versioned elements have one.
             */
            versionId?: string;
            /**
             * Format: uuid
             * @description Only unversioned elements have one; structure elements have neither.
             */
            creationId?: string;
            /** @description Where the version stands in its lifecycle, such as `inProcess` or `released`. */
            state?: string;
            /** @description The key of the stereotype; with `$resources=stereotype` a reference to it. */
            stereotype?: string | components["schemas"]["Reference"];
            /** @description Present, and true, when the caller may not edit the element. */
            setReadOnly?: boolean;
            /** @description The names of the element type. */
            displayNames?: components["schemas"]["CultureTexts"];
            attributes?: components["schemas"]["AttributeMap"];
            /** @description With `$culture`: the attributes that had no value in it, and the culture their value is of. */
            fallbacks?: {
                [key: string]: number;
            };
            related?: components["schemas"]["RelatedMap"];
            children?: components["schemas"]["Reference"][];
            /** @description The elements in the diagram. */
            content?: components["schemas"]["Reference"][];
            /** @description From the parent to the root; only when `$resources` names it. */
            rootPath?: components["schemas"]["Reference"][];
            /** @description With `approvals=true`; the oldest first. */
            approvals?: components["schemas"]["Approval"][];
        };
        Live: {
            /** @constant */
            status: "live";
        };
        /** @description An element that has changed. */
        LiveChange: {
            /** @description The id of the event. */
            event: string;
            /**
             * Format: uuid
             * @description The element.
             */
            id: string;
            facetName: string;
            /** @description The kind of the change. */
            kind: string;
            /**
             * Format: uuid
             * @description The version that was changed.
             */
            versionId?: string;
        };
        LiveChanges: {
            /** @description In the order of the commits. */
            changed: components["schemas"]["LiveChange"][];
            /** @description Whether anything else may be different, too: more has changed than fits, or in a stream, your permissions. */
            all: boolean;
            /** @description Stands for your role and the definition. When it is another one, anything may be different. */
            rights: string;
            /** @description The `after` of the next request. */
            next: string;
            /** @description In a stream for a `window`: who else is where that is, when this has changed. */
            present?: components["schemas"]["PresentAt"];
        };
        /** @description A flow object that only one side shows. */
        LoneFlowObject: {
            type: string;
            difference: components["schemas"]["VersionDifference"];
        };
        /** @description When the caller gets mail. */
        MailChoice: {
            /** @description Whether this service sends mail, and the caller has an address. */
            isOffered: boolean;
            /** @enum {unknown} */
            pace: "never" | "atOnce" | "daily";
            /** @description Whether the caller has confirmed the address. Until then there is no mail. */
            isConfirmed: boolean;
        };
        MailChoiceBody: {
            /** @enum {unknown} */
            pace: "never" | "atOnce" | "daily";
        };
        /** @description A page with a button, or that says that it is done. */
        MailPage: string;
        Maintained: {
            /** @description How many entries this answer holds. */
            count: number;
            values: {
                /** @description The pool. */
                item1: string;
                /** @description Whether it went well. */
                item2: boolean;
            }[];
        };
        /** @description By what the manuals of the storage are printed. */
        ManualTemplate: {
            /** @enum {unknown} */
            format: "pdf" | "docx";
            /** @description Whether it is the template of the service. */
            isDefault: boolean;
            /** @description All templates of the storage. */
            own: components["schemas"]["ManualTemplatePlace"][];
            /** @description For PDF: Typst, up to 200,000 characters. */
            source?: string;
            /** @description For Word: a file of up to 1 MB, in base64. */
            file?: string;
            /** @description The language; without it, all languages. */
            culture?: number;
        };
        ManualTemplateBody: {
            /** @description For PDF: Typst, up to 200,000 characters. */
            source?: string;
            /** @description For Word: a file of up to 1 MB, in base64. */
            file?: string;
        };
        /** @description What a template is for. */
        ManualTemplatePlace: {
            /** @enum {unknown} */
            format: "pdf" | "docx";
            /** @description The language; without it, all languages. */
            culture?: number;
        };
        /** @description Who is calling. */
        Me: {
            /**
             * Format: uuid
             * @description The element that acts.
             */
            id: string;
            /** @description Its type: `user` or `authToken`. */
            kind: string;
            name: string;
            /**
             * @description The highest one.
             * @enum {unknown}
             */
            role: "viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator";
            /** @description It, and those that it includes. */
            roles: ("viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator")[];
            /** @description What the caller reads, the best first. */
            cultures: number[];
            /** @description When token or session end, local to the storage's time zone. */
            expires: string;
            /** @description The name with which a person signs in. */
            login?: string;
        };
        /** @description What the metamodel calls the things that a page itself needs, by the role each plays; without names of properties that the caller may not read. */
        MethodRoles: {
            /** @description An attribute. */
            name: string;
            /** @description An attribute. */
            description: string;
            /** @description An attribute. */
            createdOn: string;
            /** @description A related context. */
            createdBy: string;
            /** @description An attribute. */
            changedOn: string;
            /** @description A related context. */
            changedBy: string;
            /** @description An attribute. */
            releasedOn: string;
            /** @description A related context. */
            releasedBy: string;
            /** @description An attribute. */
            validFrom: string;
            /** @description An attribute. */
            validUntil: string;
            /** @description A related context. */
            authors: string[];
            /** @description A related context. */
            holders: string[];
            /** @description A related context. */
            diagramContexts: string[];
            /** @description A related context. */
            responsibilities: string[];
            /** @description An attribute. */
            maturity: string[];
            /** @description A facet. */
            stereotypes: string;
            /** @description An attribute. */
            stereotypeKey: string;
            /** @description A type. */
            culture: string;
            /** @description An attribute. */
            cultureId: string;
            /** @description An attribute. */
            cultureDefault: string;
            /** @description An attribute. */
            cultureMandatory: string;
            /** @description A type. */
            user: string;
            /** @description An attribute. */
            login: string;
            /** @description An attribute. */
            firstName: string;
            /** @description An attribute. */
            lastName: string;
            /** @description An attribute. */
            mail: string;
            /** @description An attribute. */
            signIns: string[];
            /** @description A related context. */
            cultures: string[];
            /** @description An attribute. */
            roleFlags: {
                viewer: string;
                editor: string;
                approver: string;
                analyzer: string;
                architect: string;
                administrator: string;
            };
            /** @description An attribute. */
            inactive: string;
            /** @description A type. */
            userGroup: string;
            /** @description A related context. */
            groups: string;
            /** @description An attribute. */
            externalGroup: string;
            /** @description A type. */
            permissionSet: string;
            /** @description A related context. */
            permissionSets: string;
            /** @description An attribute. */
            grants: string;
            /** @description An attribute. */
            isDefault: string;
            /** @description An attribute. */
            sequence: string;
            /** @description A type. */
            token: string;
            /** @description A type. */
            host: string;
            /** @description An attribute. */
            hostAddress: string;
            /** @description An attribute. */
            hostActive: string;
            /** @description An attribute. */
            lastUsedOn: string;
            /** @description An attribute. */
            useCount: string;
            /** @description A type. */
            collection: string;
            /** @description A type. */
            storage: string;
            /** @description An attribute. */
            tenantName: string;
            /** @description A related context. */
            inCollection: string;
            /** @description An attribute. */
            template: string;
            /** @description An attribute. */
            timeZone: string;
            /** @description An attribute. */
            region: string;
            /** @description An attribute. */
            expirePredecessor: string;
            /** @description An attribute. */
            storageCreated: string;
            /** @description An attribute. */
            elementQuota: string;
            /** @description An attribute. */
            storagePool: string;
            /** @description A related context. */
            owner?: string;
            /** @description An attribute. */
            revisionReason?: string;
            /** @description An attribute. */
            lastSignIn?: string;
        };
        /** @description Where to move the element: below another one (null: below nothing), and to which place among its siblings (0: the first). */
        MoveBody: {
            parent?: string | null;
            position?: number;
        };
        NotReady: {
            /** @constant */
            status: "not ready";
            reason: string;
        };
        /** @description Something that the caller is to know. */
        Notice: {
            id: string;
            /** @enum {unknown} */
            kind: "mention" | "reply" | "comment" | "release" | "decision" | "expiry" | "translation" | "acknowledge" | "review";
            /** @description A date-time without zone, local to the storage's time zone. */
            on: string;
            isRead: boolean;
            /** @description What it is about. */
            element: components["schemas"]["PreferredElement"];
            /** Format: uuid */
            versionId?: string;
            /** @description Who did it; missing: the clock, or a person whom the caller does not see. */
            by?: components["schemas"]["CommentPerson"];
            /** @description Of a task its kind, of what expires the days that are left, of what is to be confirmed the days that it waits, of translations how many texts are stale, of a review the day on which it is due. */
            detail?: string;
        };
        Notices: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Notice"][];
            /** @description How many of these are not read. */
            unread?: number;
        };
        NoticesRead: {
            /** @description How many entries this answer holds. */
            count: number;
            values: string[];
        };
        NoticesReadBody: {
            ids?: string[];
        };
        /** @description This document. */
        OpenApiDocument: {
            openapi: string;
            info: Record<string, never>;
            paths: Record<string, never>;
        };
        /** @description What was done. */
        OperationResult: {
            message: string;
            output: string;
            type: string;
            data: {
                [key: string]: unknown;
            }[];
        };
        OwnMetamodel: {
            additions: components["schemas"]["Additions"];
            /** @description Types of the standard that a new type can be made like, with the keys that it takes over from them. */
            patterns: {
                [key: string]: components["schemas"]["AddedType"];
            };
        };
        PasswordBody: {
            /** @description At least twelve characters. */
            new: string;
            /** @description Not needed by users without a password. */
            old?: string;
        };
        /** @description The time that `asOf` covers, and one moment of it. */
        Period: {
            /** @description Of now, or with `asOf` of that moment. */
            revision: number;
            /** @description The time in the storage's time zone. `asOf` takes none after it. */
            now: string;
            /** @description When the history begins; missing before the first change. */
            began?: string;
            /** @description When the storage came to the revision; missing before the first change. */
            at?: string;
        };
        /** @description A short address that never changes its meaning. */
        Permalink: {
            /**
             * @description Whatever version holds, this version, or the shape in it.
             * @enum {unknown}
             */
            linkType: "ofElement" | "ofVersion" | "ofSelection";
            /** @description What stands behind `/go/`. */
            key: string;
            /** Format: uri */
            url: string;
        };
        PermalinkBody: {
            /**
             * @description What the link is to lead to.
             * @enum {unknown}
             */
            linkType: "ofElement" | "ofVersion" | "ofSelection";
        };
        Permalinks: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Permalink"][];
        };
        /** @description The permission sets of one principal. */
        PermissionGrant: {
            /**
             * Format: uuid
             * @description A user group, a person or a token.
             */
            principal: string;
            /** @description What it gets. */
            permissionSets: string[];
        };
        /** @description Who holds a permission set. */
        PermissionSet: {
            /** Format: uuid */
            id: string;
            users: string[];
            userGroups: string[];
        };
        PermissionSetting: {
            /** @description On which they are set; null: nothing is set above it. */
            element: string | null;
            /** @description They are set on the element itself. */
            own: boolean;
            /** @description Those who are named also get what they would have without it. */
            inherits: boolean;
            /** @description Those who are not named get nothing; otherwise what they would have without it. */
            excludes: boolean;
            grants: components["schemas"]["PermissionGrant"][];
        };
        Permissions: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["PermissionSetting"][];
        };
        PermissionsBody: {
            grants: components["schemas"]["PermissionGrant"][];
            /** @description Those who are named also get what they would have without it. */
            inherits?: boolean;
            /** @description Those who are not named get nothing; otherwise what they would have without it. */
            excludes?: boolean;
        };
        /** @description All that is stored about a user, by section. */
        PersonalData: {
            /**
             * Format: uuid
             * @description The user.
             */
            id: string;
            storage: string;
            /** @description When. */
            exported: string;
            /** @description The attributes, references and files of the user. */
            profile: {
                [key: string]: unknown;
            } | null;
            /** @description The picture, in base 64. */
            picture: {
                [key: string]: unknown;
            } | null;
            /** @description The tokens that the user has created, without secrets. */
            tokens: ({
                [key: string]: unknown;
            } | null)[];
            /** @description How the user signs in. */
            account: ({
                [key: string]: unknown;
            } | null)[];
            /** @description The persons at providers that the user is bound to. */
            openId: ({
                [key: string]: unknown;
            } | null)[];
            /** @description How often and when the user has signed in. */
            signIns: ({
                [key: string]: unknown;
            } | null)[];
            /** @description The sessions that are open. */
            sessions: ({
                [key: string]: unknown;
            } | null)[];
            /** @description When the user last signed in by password in each browser. */
            browsers: ({
                [key: string]: unknown;
            } | null)[];
            /** @description What the page remembers. */
            preferences: ({
                [key: string]: unknown;
            } | null)[];
            /** @description Tasks of the user, and those that the user has closed, with messages and reasons. */
            tasks: ({
                [key: string]: unknown;
            } | null)[];
            /** @description What the user has written about elements. */
            comments: ({
                [key: string]: unknown;
            } | null)[];
            /** @description What the user follows. */
            subscriptions: ({
                [key: string]: unknown;
            } | null)[];
            /** @description What the user was noticed of. */
            notices: ({
                [key: string]: unknown;
            } | null)[];
            /** @description When the user gets mail, and at which confirmed address. */
            mailChoice: ({
                [key: string]: unknown;
            } | null)[];
            /** @description Mail that was sent to the user or waits, of the last 30 days. */
            mails: ({
                [key: string]: unknown;
            } | null)[];
            /** @description What the user has confirmed to have read. */
            acknowledgements: ({
                [key: string]: unknown;
            } | null)[];
            /** @description What the user was the last to confirm as still right. */
            reviews: ({
                [key: string]: unknown;
            } | null)[];
            /** @description Imports of files that the user has planned or applied. */
            imports: ({
                [key: string]: unknown;
            } | null)[];
            /** @description Webhooks that the user has made. */
            webhooks: ({
                [key: string]: unknown;
            } | null)[];
            /** @description Proposals of agents that used a credential of the user, and those that the user has decided. */
            proposals: ({
                [key: string]: unknown;
            } | null)[];
            /** @description Elements that the user is editing. */
            locks: ({
                [key: string]: unknown;
            } | null)[];
            /** @description Rows of the audit by or about the user. */
            audit: ({
                [key: string]: unknown;
            } | null)[];
            /** @description The history of the user's own element. */
            ownHistory: ({
                [key: string]: unknown;
            } | null)[];
            /** @description What the user has changed. */
            changes: ({
                [key: string]: unknown;
            } | null)[];
            /** @description The elements that refer to the user. */
            namedBy: ({
                [key: string]: unknown;
            } | null)[];
        };
        /**
         * Format: binary
         * @description The bytes of a picture, as they are.
         */
        PictureContent: string;
        Pictures: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["UserPicture"][];
        };
        /** @description A shape from which the flow leads here. */
        PrecedingShape: {
            properties: {
                shapeId: string;
            };
            /** @description The facet the element belongs to. */
            facetName: string;
            /**
             * Format: uuid
             * @description The same for all versions of one element.
             */
            id: string;
            /** @description The key of the element type, such as `subProcess`. */
            type: string;
            /** Format: uri */
            expandUri: string;
            /**
             * Format: uuid
             * @description This version; only versioned elements have one.
             */
            versionId?: string;
            /**
             * Format: uuid
             * @description Only unversioned elements have one; structure elements have neither.
             */
            creationId?: string;
            /** @description Where the version stands in its lifecycle, such as `inProcess` or `released`. */
            state?: string;
            /** @description The key of the stereotype. */
            stereotype?: string;
        };
        /** @description Something that a page remembers. */
        Preference: {
            /** @enum {unknown} */
            kind: "filter" | "columns" | "dashboard" | "favourite" | "recent" | "template" | "notice" | "overlays";
            key: string;
            /** @description Whether it belongs to all users of the storage. */
            shared: boolean;
            /** @description Whether the caller may change and delete it. */
            mayChange: boolean;
            /** @description As it was stored. */
            value: {
                [key: string]: unknown;
            };
            /** @description What a favourite, a recently viewed element or a template names. */
            element?: components["schemas"]["PreferredElement"];
        };
        PreferenceBody: {
            /** @description Anything that a page wants to remember; up to 8,192 bytes as JSON. */
            value: {
                [key: string]: unknown;
            };
        };
        Preferences: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Preference"][];
        };
        /** @description An element that a preference names, as the caller sees it. */
        PreferredElement: {
            facetName: string;
            /** Format: uuid */
            id: string;
            type: string;
            /** @description The name by culture. */
            name: components["schemas"]["CultureTexts"];
        };
        PresenceBody: {
            /** @description Any name for one window of the caller. */
            window: string;
            /** @description The element that is open in it; missing: the window has left. */
            elementId?: string | null;
            /** @description The shape of its diagram that the user is at. */
            shapeId?: string | null;
            /** @description Whether there are changes that are not saved. */
            isEditing?: boolean;
        };
        PresentAt: {
            /** Format: uuid */
            elementId: string;
            values: components["schemas"]["PresentUser"][];
        };
        /** @description Another user who has the element open. */
        PresentUser: {
            /** @description Whether this user has changes that are not saved. */
            isEditing: boolean;
            /** @description The shapes at which the user is. */
            shapeIds: string[];
            /** @description Missing: a user whom the caller does not see. */
            by?: components["schemas"]["CommentPerson"];
        };
        PresentUsers: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["PresentUser"][];
        };
        /** @description The same as RFC 9457 problem details, for requests with `Accept: application/problem+json`. */
        Problem: {
            /**
             * Format: uri
             * @example urn:facetstore:problem:not-found
             */
            type: string;
            title: string;
            status: number;
            detail: string;
            errors: components["schemas"]["Finding"][];
            requestId: string;
            /** @description Of `element-restore` and `element-undo`: what was changed since. Nothing is stored. */
            conflicts?: components["schemas"]["ThreeSides"][];
        };
        /** @description Drafts that an agent made together. */
        Proposal: {
            /** Format: uuid */
            id: string;
            /** @description What the changes are for, as the agent says it. */
            title: string;
            /** @description Why, as the agent says it. */
            reason: string;
            /** @description The program, as it names itself. */
            agent: string;
            /**
             * Format: uuid
             * @description The user or token whose credential it used.
             */
            principal: string;
            /** @description Local date-time of the storage. */
            created: string;
            /** @enum {unknown} */
            state: "open" | "accepted" | "declined";
            drafts: components["schemas"]["ProposedDraft"][];
            /** @description Local date-time of the storage. */
            decided?: string;
            /**
             * Format: uuid
             * @description The user who decided last.
             */
            decidedBy?: string;
            /** @description Why it was declined. */
            note?: string;
            /** @description How many of its drafts were deleted. */
            gone?: number;
        };
        Proposals: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Proposal"][];
        };
        /** @description A draft of a proposal. */
        ProposedDraft: {
            facetName: string;
            type: string;
            /** Format: uuid */
            elementId: string;
            /** Format: uuid */
            versionId: string;
            /** @description What people read as the name, by culture. */
            names: {
                [key: string]: string;
            };
            state?: string;
            /**
             * Format: uuid
             * @description The version that it starts from. A new element has none.
             */
            beforeId?: string;
        };
        /** @description That a person has confirmed a version, or is asked to. */
        ProvenAcknowledgement: {
            /** Format: uuid */
            element: string;
            /** Format: uuid */
            versionId: string;
            /** Format: uuid */
            person: string;
            personName: string;
            /** @description The number of the version, while there is one. */
            number?: string;
            /** @description Missing: not yet. In `inZone`. */
            confirmedOn?: string;
            inZone?: string;
            /** @description The culture in which it was read, such as `de-DE`. */
            readIn?: string;
        };
        Ready: {
            /** @constant */
            status: "ready";
        };
        /** @description An approval, with its place in the chain of the history. */
        RecordedApproval: {
            /**
             * Format: date-time
             * @description In UTC.
             */
            at: string;
            /** @description What the row of the history is about, such as a step of the lifecycle. */
            kind: string;
            /** @description The revision of the storage that it made. */
            revision: number;
            /** @description The place of its row within the revision. */
            row: number;
            /** @description Of what the version said. */
            hash: string;
            /** @description The hash of the row before it. */
            headBefore: string;
            /** @description The hash of its own row. */
            headAfter: string;
            /** @description The person or token that approved, by id. */
            by?: string;
            /** @description Its name when the record was made. */
            name?: {
                [key: string]: string;
            };
            /** @description The kind of task that was accepted by it. */
            task?: string;
        };
        RecoveryBody: {
            /** @description The name to sign in with. */
            name: string;
        };
        /** @description What stands for an element inside another one. */
        Reference: {
            /** @description The facet the element belongs to. */
            facetName: string;
            /**
             * Format: uuid
             * @description The same for all versions of one element.
             */
            id: string;
            /** @description The key of the element type, such as `subProcess`. */
            type: string;
            /**
             * Format: uri
             * @description Returns the whole element.
             */
            expandUri: string;
            /**
             * Format: uuid
             * @description This version; only versioned elements have one.
             */
            versionId?: string;
            /**
             * Format: uuid
             * @description Only unversioned elements have one; structure elements have neither.
             */
            creationId?: string;
            /** @description Where the version stands in its lifecycle, such as `inProcess` or `released`. */
            state?: string;
            /** @description The key of the stereotype. */
            stereotype?: string;
        };
        Region: {
            name: string;
            englishName: string;
            displayName: string;
            nativeName: string;
            twoLetterISORegionName: string;
            threeLetterISORegionName: string;
            threeLetterWindowsRegionName: string;
            currencyEnglishName: string;
            currencyNativeName: string;
            currencySymbol: string;
            isoCurrencySymbol: string;
            isMetric: boolean;
            geoId: number;
        };
        Related: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["RelatedMap"];
        };
        /** @description A reference in a related context. Contexts named by `$expandRelated` carry attributes and related contexts. */
        RelatedElement: {
            /** @description The facet the element belongs to. */
            facetName: string;
            /**
             * Format: uuid
             * @description The same for all versions of one element.
             */
            id: string;
            /** @description The key of the element type, such as `subProcess`. */
            type: string;
            /**
             * Format: uuid
             * @description This version; only versioned elements have one.
             */
            versionId?: string;
            /**
             * Format: uuid
             * @description Only unversioned elements have one; structure elements have neither.
             */
            creationId?: string;
            /** @description Where the version stands in its lifecycle, such as `inProcess` or `released`. */
            state?: string;
            /**
             * Format: uri
             * @description Returns the whole element.
             */
            expandUri?: string;
            /** @description The key of the stereotype. */
            stereotype?: string;
            attributes?: components["schemas"]["AttributeMap"];
            /** @description With `$culture`: the attributes that had no value in it, and the culture their value is of. */
            fallbacks?: {
                [key: string]: number;
            };
            related?: components["schemas"]["RelatedMap"];
        };
        /** @description Name of the related context, then the elements it refers to. */
        RelatedMap: {
            [key: string]: components["schemas"]["RelatedElement"][];
        };
        /** @description A property that refers to other elements: a related context. */
        RelatedProperty: {
            key: string;
            displayNames: components["schemas"]["CultureTexts"];
            descriptions: components["schemas"]["CultureTexts"];
            tooltips: components["schemas"]["CultureTexts"];
            related: components["schemas"]["RelatedRule"];
        };
        RelatedRule: {
            /** @description The types that may be referred to. */
            relatedTypes: string[];
            /** @description A reference with a type and without an id creates an element here. */
            canAddNew: boolean;
            /** @description How many references the context takes. */
            maxOccurrence: number;
            readOnly: boolean;
            /** @description The facet the targets belong to. */
            facet: string;
        };
        Release: {
            /** Format: uuid */
            versionId: string;
            version?: string;
            releasedOn?: string;
            releasedBy?: {
                /** Format: uuid */
                id: string;
                /** @description What people read as the name. */
                name: {
                    [key: string]: string;
                };
            };
            /** @description The reason of the revision. */
            reason?: {
                [key: string]: string;
            };
        };
        /** @description How what is released of an element differs between two moments. */
        ReleaseNote: {
            /** Format: uuid */
            id: string;
            facetName: string;
            type: string;
            /** @description At the later moment; of what was removed, at the earlier one. */
            name: {
                [key: string]: string;
            };
            /** @enum {unknown} */
            kind: "added" | "removed" | "changed";
            /** @description What differs, in a few words. */
            changed: string[];
            /** @description Of what was added or removed: all of it. */
            difference: components["schemas"]["VersionDifference"];
            /** @description Its releases in the period, the last first. */
            releases: components["schemas"]["Release"][];
            /** @description Its name is another one. */
            renamed?: boolean;
            /** @description It stands below another element. */
            moved?: boolean;
            /**
             * Format: uuid
             * @description The version at the earlier moment.
             */
            from?: string;
            /**
             * Format: uuid
             * @description The version at the later moment.
             */
            to?: string;
            /** @description Whom permissions set on it name at both moments; null: none are set. Only administrators get it. */
            permissions?: {
                from: string[] | null;
                to: string[] | null;
            };
            /** @description All of the flow objects that only one side shows. */
            flowObjects?: {
                /** @description By id. */
                added?: {
                    [key: string]: components["schemas"]["LoneFlowObject"];
                };
                /** @description By id. */
                removed?: {
                    [key: string]: components["schemas"]["LoneFlowObject"];
                };
            };
            /** @description The order at the later moment of what differs. */
            order?: {
                /** @description Related context, then the ids. */
                related?: {
                    [key: string]: string[];
                };
                /** @description Shapes in their order, each with the shapes before it. */
                content?: {
                    [key: string]: string[];
                };
            };
            /** @description The elements of the shapes whose connections differ. */
            shapes?: {
                [key: string]: string;
            };
            /** @description The names of the elements that the difference names. */
            names?: {
                [key: string]: {
                    [key: string]: string;
                };
            };
        };
        ReleaseNotes: {
            /** @description How many entries this answer holds. */
            count: number;
            fromRevision: number;
            toRevision: number;
            /** @description How many elements came. */
            added: number;
            /** @description How many elements went. */
            removed: number;
            /** @description How many elements changed. */
            changed: number;
            /** @description How many elements were compared, because they or something near them changed. */
            lookedAt: number;
            values: components["schemas"]["ReleaseNote"][];
        };
        /** @description What was approved, by whom and when, signed by the service. */
        ReleaseRecord: {
            /** @constant */
            format: "facetstore-release-record-1";
            tenant: {
                /** Format: uuid */
                id: string;
                address: string;
            };
            /**
             * Format: date-time
             * @description In UTC.
             */
            issued: string;
            document: components["schemas"]["ApprovedDocument"];
            /** @description SHA-256 of the document. */
            hash: string;
            /** @description The oldest first; at least one has the hash. */
            approvals: components["schemas"]["RecordedApproval"][];
            signature: {
                /** @constant */
                algorithm: "Ed25519";
                /** @description Its `kid` at `/_keys`. */
                key: string;
                /** @description In base64, of the record without this member. */
                value: string;
            };
            /** @description Of the version. */
            number?: string;
            state?: string;
        };
        Report: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["ReportElement"][];
        };
        /** @description An element with its children, content and versions inside it, one level deep. */
        ReportElement: {
            /** @description The facet the element belongs to. */
            facetName: string;
            /**
             * Format: uuid
             * @description The same for all versions of one element.
             */
            id: string;
            /** @description The key of the element type, such as `subProcess`. */
            type: string;
            /**
             * Format: uuid
             * @description This version; only versioned elements have one.
             */
            versionId?: string;
            /**
             * Format: uuid
             * @description Only unversioned elements have one; structure elements have neither.
             */
            creationId?: string;
            /** @description Where the version stands in its lifecycle, such as `inProcess` or `released`. */
            state?: string;
            /** @description The key of the stereotype; with `$resources=stereotype` a reference to it. */
            stereotype?: string | components["schemas"]["Reference"];
            /** @description Present, and true, when the caller may not edit the element. */
            setReadOnly?: boolean;
            /** @description The names of the element type. */
            displayNames?: components["schemas"]["CultureTexts"];
            attributes?: components["schemas"]["AttributeMap"];
            /** @description With `$culture`: the attributes that had no value in it, and the culture their value is of. */
            fallbacks?: {
                [key: string]: number;
            };
            related?: components["schemas"]["RelatedMap"];
            children?: components["schemas"]["ReportPart"][];
            content?: components["schemas"]["ReportPart"][];
            rootPath?: components["schemas"]["Reference"][];
            /** @description Oldest first. */
            versions?: components["schemas"]["ReportVersion"][];
        };
        /** @description A child or shape inside a report. */
        ReportPart: {
            /** @description The facet the element belongs to. */
            facetName: string;
            /**
             * Format: uuid
             * @description The same for all versions of one element.
             */
            id: string;
            /** @description The key of the element type, such as `subProcess`. */
            type: string;
            /**
             * Format: uuid
             * @description This version; only versioned elements have one.
             */
            versionId?: string;
            /**
             * Format: uuid
             * @description Only unversioned elements have one; structure elements have neither.
             */
            creationId?: string;
            /** @description Where the version stands in its lifecycle, such as `inProcess` or `released`. */
            state?: string;
            /** @description The key of the stereotype. */
            stereotype?: string;
            attributes?: components["schemas"]["AttributeMap"];
            /** @description With `$culture`: the attributes that had no value in it, and the culture their value is of. */
            fallbacks?: {
                [key: string]: number;
            };
            related?: components["schemas"]["RelatedMap"];
        };
        /** @description One version of an element inside a report. */
        ReportVersion: {
            /** @description The facet the element belongs to. */
            facetName: string;
            /**
             * Format: uuid
             * @description The same for all versions of one element.
             */
            id: string;
            /** @description The key of the element type, such as `subProcess`. */
            type: string;
            /**
             * Format: uuid
             * @description This version; only versioned elements have one.
             */
            versionId?: string;
            /**
             * Format: uuid
             * @description Only unversioned elements have one; structure elements have neither.
             */
            creationId?: string;
            /** @description Where the version stands in its lifecycle, such as `inProcess` or `released`. */
            state?: string;
            /** @description The key of the stereotype. */
            stereotype?: string;
            attributes?: components["schemas"]["AttributeMap"];
            /** @description With `$culture`: the attributes that had no value in it, and the culture their value is of. */
            fallbacks?: {
                [key: string]: number;
            };
            related?: components["schemas"]["RelatedMap"];
            content?: components["schemas"]["ReportPart"][];
        };
        /**
         * @example {
         *       "from": "2",
         *       "to": "5",
         *       "changes": [
         *         "attributes.name.1033"
         *       ]
         *     }
         */
        RestoreBody: {
            /** @description What to bring back: the id of a version, a revision, a day or a time. */
            from: string | number;
            /** @description What it is compared with: only what differs between the two is brought back. Without it, all that differs from what is stored now. */
            to?: string | number;
            /** @description Only these changes of the difference: `attributes.<name>.<culture>`, `related.<context>`, `stereotype`, `children` (their order), `content`, `content.shapes.<shapeId>`, `content.flows.<from>.<to>`. */
            changes?: string[];
            /** @description Which side wins where something was changed since, by the paths of `conflicts`: `restored` is what comes back, `current` what is stored now. One word is for all of them. */
            resolve?: ("restored" | "current") | {
                [key: string]: "restored" | "current";
            };
        };
        Restored: {
            /** @description How many entries this answer holds. */
            count: number;
            /** @description What could not come back, because it is gone or stands elsewhere. */
            data: components["schemas"]["Finding"][];
            elements?: components["schemas"]["Element"][];
        };
        Review: {
            /** @description Whether the type of the element requires reviews, and a version is released. */
            isRequired: boolean;
            mayConfirm: boolean;
            /**
             * Format: uuid
             * @description The released version in force.
             */
            versionId?: string;
            /** @description How many months after its release, or its last confirmation, a review is due. */
            months?: number;
            /**
             * Format: date
             * @description The day, in the time of the storage.
             */
            dueOn?: string;
            /** @description It is due, or so soon that those who are responsible hear of it. */
            isDue?: boolean;
            /** @description The day has passed. */
            isOverdue?: boolean;
            /** @description When this version was last confirmed. Missing: never. */
            confirmedOn?: string;
            /** @description Who did; missing: a user whom the caller does not see. */
            by?: components["schemas"]["CommentPerson"];
        };
        ReviewBody: {
            /**
             * Format: uuid
             * @description The version that is still right. It must be the one in force.
             */
            versionId: string;
        };
        /** @description How far the storage has come. */
        Revision: {
            /** @description Grows with every change of the storage. */
            revision: number;
        };
        RotateBody: {
            /** @description For how long it is valid from now on. If it is not given, its end stays as it is. */
            days?: number;
        };
        RuleFinding: {
            /** @description In the default culture of the storage. */
            error: string;
            /** @description The same in every culture that the rule speaks. */
            messages: {
                [key: string]: string;
            };
            code: string;
            path: string;
            /** @enum {unknown} */
            severity: "error" | "warning";
        };
        /** @description A line of a script that is a step. */
        ScriptLine: {
            /** @description Its number, from 1. */
            line: number;
            /** Format: uuid */
            shapeId: string;
            /**
             * Format: uuid
             * @description The element of the shape, if it is stored.
             */
            id?: string;
            type?: string;
        };
        /** @description A reference to an element that was found, with its name and what was found of it. */
        SearchHit: {
            /** @description The facet the element belongs to. */
            facetName: string;
            /**
             * Format: uuid
             * @description The same for all versions of one element.
             */
            id: string;
            /** @description The key of the element type, such as `subProcess`. */
            type: string;
            /**
             * Format: uri
             * @description Returns the whole element.
             */
            expandUri: string;
            /** @description The name by culture; with `culture` in that one alone. */
            name: components["schemas"]["CultureTexts"];
            /** @description At most two passages. */
            snippets: components["schemas"]["Snippet"][];
            /**
             * Format: uuid
             * @description This version; only versioned elements have one.
             */
            versionId?: string;
            /**
             * Format: uuid
             * @description Only unversioned elements have one; structure elements have neither.
             */
            creationId?: string;
            /** @description Where the version stands in its lifecycle, such as `inProcess` or `released`. */
            state?: string;
            /** @description The key of the stereotype. */
            stereotype?: string;
        };
        SearchHits: {
            /** @description How many entries this answer holds. */
            count: number;
            /** @description How many hits there are on all pages. */
            total: number;
            /** @description Whether there are more than were counted. */
            totalIsMinimum: boolean;
            /** @description How many hits there are in each facet. */
            facets: {
                [key: string]: number;
            };
            /** @description How many hits there are of each type. */
            types: {
                [key: string]: number;
            };
            /** @description How many hits there are in each state. */
            states: {
                [key: string]: number;
            };
            /** @description Best first. */
            values: components["schemas"]["SearchHit"][];
        };
        SelectableValue: {
            displayNames: components["schemas"]["CultureTexts"];
            descriptions: components["schemas"]["CultureTexts"];
            tooltips: components["schemas"]["CultureTexts"];
            /** @description What is stored; the value without a key means `not relevant`. */
            key?: string;
        };
        /** @description Whether the caller is signed in, and as which user. */
        Session: {
            signedIn: boolean;
            /**
             * Format: uuid
             * @description The element that acts.
             */
            id?: string;
            /** @description Its type: `user` or `authToken`. */
            kind?: string;
            name?: string;
            /**
             * @description The highest one.
             * @enum {unknown}
             */
            role?: "viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator";
            /** @description It, and those that it includes. */
            roles?: ("viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator")[];
            /** @description What the caller reads, the best first. */
            cultures?: number[];
            /** @description When token or session end, local to the storage's time zone. */
            expires?: string;
            /** @description The name with which a person signs in. */
            login?: string;
            /** @description Of a user with an account: whether changing the password needs the old one. */
            hasPassword?: boolean;
            /** @description Without a session: the provider of OpenID Connect to sign in with. */
            openId?: {
                /** @description What people know the provider by. */
                title: string;
                /**
                 * Format: uri
                 * @description Where to go.
                 */
                signInUrl: string;
            };
            /** @description Without a session: whether a link to choose a new password comes by mail. */
            passwordByMail?: boolean;
        };
        /** @description A shape that differs. */
        ShapeChange: {
            /** @description In the later version; of what was removed, in the earlier one. */
            shapeId: string;
            /**
             * Format: uuid
             * @description The element that it shows.
             */
            id: string;
            /** @description In the earlier version, where it is another one. */
            shapeIdBefore?: string;
            /**
             * Format: uuid
             * @description Of what changed: the element that it showed.
             */
            before?: string;
            /** @description Of what changed: how the elements differ. */
            difference?: components["schemas"]["VersionDifference"];
            /** @description Of what moved: the earlier place. */
            from?: number;
            /** @description Of what moved: the later place. */
            to?: number;
        };
        /** @description A name with its password, or the secret of a link; of a password link with the new password. */
        SignInBody: {
            name?: string;
            password?: string;
            link?: string;
            /** @description At least twelve characters. */
            newPassword?: string;
        };
        SignInLink: {
            /**
             * Format: uuid
             * @description The user it signs in.
             */
            user: string;
            /** @description The name with which a person signs in. */
            login: string;
            /** @description Until when it is good, local to the storage's time zone. */
            expires: string;
            /**
             * Format: uri
             * @description To be opened in a browser. It is shown only in this response, and works once.
             */
            address?: string;
        };
        SignInLinks: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["SignInLink"][];
        };
        SigningKey: {
            /** @constant */
            kty: "OKP";
            /** @constant */
            crv: "Ed25519";
            /** @description The public key in base64url. */
            x: string;
            kid: string;
            /** @constant */
            use: "sig";
            /** Format: date-time */
            created: string;
            /**
             * Format: date-time
             * @description Since then it signs nothing new. What it has signed stays good.
             */
            retired?: string;
        };
        /** @description The public keys of release records, as a JSON Web Key Set. */
        SigningKeys: {
            keys: components["schemas"]["SigningKey"][];
        };
        /** @description A passage of an element that has what was searched for. */
        Snippet: {
            /** @description The name of the attribute. */
            attribute: string;
            /** @description The culture of the text; 127 when it does not depend on one. */
            culture: number;
            /** @description Plain text around what was found, not html; `…` stands where it was cut. */
            text: string;
            /** @description Where in the text it stands: at which character it begins, and how many it has. */
            highlights: [
                number,
                number
            ][];
        };
        Stats: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["StatsEntry"][];
        };
        /** @description A combination of values, and how many elements have it. */
        StatsEntry: {
            /** @description How many elements have these values; with `month` how many versions were released, with `missingCulture` how many elements lack a name or a mandatory attribute in this culture. */
            count: number;
            facet?: string;
            type?: string;
            state?: string;
            stereotype?: string;
            /**
             * Format: uuid
             * @description The id of the owner.
             */
            owner?: string;
            /** @description The owner's name, in the default culture or else by the fallback order. */
            displayName?: string;
            /** @description A month, local to the storage's time zone. */
            month?: string;
            /** @description A culture of the storage. */
            missingCulture?: number;
            /** @description Whether the culture is mandatory. */
            mandatory?: boolean;
            /** @description How many elements lack a name in this culture. */
            withoutName?: number;
        };
        StorageBody: {
            /** @description Its part of addresses: up to 63 letters, digits, dots, dashes and underscores. */
            id: string;
            /** @description Its title, in the default culture; `id` if it is not given. */
            name?: string;
            /** @description What it is to hold: `empty` if it is not given. */
            template?: string;
            /**
             * Format: uuid
             * @description The element of its collection. Only the system administration needs it.
             */
            collection?: string;
        };
        /** @description The storage, its languages, its region and its time zone. */
        StorageInfo: {
            /** @enum {unknown} */
            type: "IStorageContext" | "IStorageCollectionContext" | "ISysAdminContext";
            /** Format: uuid */
            tenant: string;
            title: string;
            description: string;
            /** @description The id of the storage this one builds on; empty without one. */
            baseTenant: string;
            /** Format: uri */
            apiUrl: string;
            /** Format: uri */
            appUrl: string;
            template: string;
            dataCultures: number[];
            /** @example 1033 */
            defaultDataCulture: number;
            mandatoryCultures: number[];
            optionalCultures: number[];
            isValid: boolean;
            region: components["schemas"]["Region"];
            timeZone: components["schemas"]["TimeZone"];
        };
        Storages: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["AdministeredStorage"][];
        };
        /** @description A person who follows the element. */
        Subscriber: {
            person: components["schemas"]["CommentPerson"];
            /** @description Whether everything below the element is followed, too. */
            below: boolean;
        };
        Subscribers: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Subscriber"][];
        };
        SubscriptionBody: {
            /** @description Whether everything below the element is followed, too. */
            below?: boolean;
        };
        Subscriptions: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["FollowedElement"][];
        };
        Synonyms: {
            /** @description Groups of words, or of up to 4 words with blanks between them, that mean the same. At most 500. */
            synonyms: string[][];
        };
        SynonymsBody: {
            /** @description Groups of words, or of up to 4 words with blanks between them, that mean the same. At most 500. */
            synonyms: string[][];
        };
        /**
         * Format: binary
         * @description The bytes of a table.
         */
        Table: string;
        /** @description A decision that a version waits for. */
        Task: {
            /** Format: uuid */
            id: string;
            /** @description `Review`, `Approve quality`, `Approve release` or `Approve expiry`. */
            kind: string;
            /** @description The facet of the element that it is about. */
            facetName: string;
            /** @description The type of that element. */
            type: string;
            /** Format: uuid */
            elementId: string;
            /** Format: uuid */
            versionId: string;
            /** @description The step that opened it. */
            transitionId: string;
            /** @enum {unknown} */
            state: "open" | "accepted" | "declined" | "closed";
            openedOn: string;
            /**
             * Format: uuid
             * @description The user who is to decide; without it, all users with the role.
             */
            assignee?: string;
            role?: string;
            closedOn?: string;
            /** Format: uuid */
            closedBy?: string;
            reason?: string;
            /** @description What the user who opened it wrote to those who decide. */
            message?: string;
        };
        Tasks: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Task"][];
        };
        /** @description A text or an id that differs. */
        TextChange: {
            from: string | null;
            to: string | null;
        };
        /** @description The last change of a text, or its last confirmation. */
        TextChangedBy: {
            /** @description The revision of the storage. */
            revision: number;
            /** @description A date-time without zone, local to the storage's time zone. */
            at: string;
            /** @description Who made it, unless hidden from the caller. */
            by?: string;
            actor?: components["schemas"]["Actor"];
        };
        /** @description Comments that belong together. */
        Thread: {
            /**
             * Format: uuid
             * @description Of its first comment.
             */
            id: string;
            /**
             * Format: uuid
             * @description The version about which it was begun.
             */
            versionId: string;
            /** @description Whether it is not resolved. */
            isOpen: boolean;
            /** @description Whether the caller may resolve it and open it again. */
            mayResolve: boolean;
            /** @description The first one, and the replies to it. */
            comments: components["schemas"]["Comment"][];
            /**
             * Format: uuid
             * @description The shape that it is about; missing: it is about the element.
             */
            shapeId?: string;
            /** @description A date-time without zone, local to the storage's time zone. */
            resolvedOn?: string;
            resolvedBy?: components["schemas"]["CommentPerson"];
        };
        Threads: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Thread"][];
            /** @description How many of these threads are not resolved. */
            open?: number;
        };
        /** @description A place that was changed since. References are given with id, type and name by culture. */
        ThreeSides: {
            /** @description The place, to answer by in `resolve`. */
            path: string;
            /** @description What was there when the other side was looked at; null: nothing. */
            base: unknown;
            /** @description What is brought back. */
            restored: unknown;
            /** @description What is stored now. */
            current: unknown;
        };
        /** @description The time zone that date-times of this storage are in, as Windows names it. */
        TimeZone: {
            /** @example W. Europe Standard Time */
            Id: string;
            DisplayName: string;
            StandardName: string;
            DaylightName: string;
            /** @description A time span, `hh:mm:ss`. */
            BaseUtcOffset: string;
            SupportsDaylightSavingTime: boolean;
            AdjustmentRules: components["schemas"]["AdjustmentRule"][];
        };
        /** @description A credential of another system. */
        Token: {
            /**
             * Format: uuid
             * @description The element that acts.
             */
            id: string;
            name: string;
            /** @description Whether it is valid now. */
            isActive: boolean;
            /** @description Whether it ends within 14 days. */
            expiresSoon: boolean;
            /** @description How often it was used; up to half a minute late. */
            uses: number;
            /** @description Where it was used from. */
            hosts: components["schemas"]["Host"][];
            /** @enum {unknown} */
            role?: "viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator";
            /** @description A date-time without zone, local to the storage's time zone. */
            validFrom?: string;
            /** @description A date-time without zone, local to the storage's time zone. */
            validUntil?: string;
            /** @description The last use; up to half a minute late. */
            lastUsedOn?: string;
            /** @description What callers send. It is shown only in this response, and never stored. */
            secret?: string;
        };
        TokenBody: {
            /** @description 1 to 100 characters; no other token has it. */
            name: string;
            /** @enum {unknown} */
            role: "viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator";
            /** @description For how long it is valid; 90 days if it is not given. */
            days?: number;
        };
        Tokens: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Token"][];
        };
        /** @description A step the element's state offers. */
        Transition: {
            /** @example InProcessToReleased */
            transitionId: string;
            /** @example inProcess */
            sourceState: string;
            /** @example released */
            targetState: string;
            /** @description With `explain=true`: what the step is called, by culture. */
            names?: {
                [key: string]: string;
            };
            /** @description Whether the caller may take it now. */
            allowed?: boolean;
            /** @description What keeps the caller from it. */
            blocks?: components["schemas"]["Finding"][];
            /** @description What the rules of the release would find. */
            findings?: components["schemas"]["RuleFinding"][];
            /** @description Texts that may be given with it. */
            takes?: string[];
            /** @description The one step to offer first; none of them for what viewers see already. */
            isNext?: boolean;
            /** @description Who would get the tasks that it opens. */
            recipients?: {
                /**
                 * Format: uuid
                 * @description A user or a group.
                 */
                assignee?: string;
                /** @description All users with this role. */
                role?: string;
            }[];
        };
        Transitions: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Transition"][];
        };
        /** @description A reference to an element, with its name and how many of its texts of the culture are in which state. */
        TranslatedElement: {
            /** @description The facet the element belongs to. */
            facetName: string;
            /**
             * Format: uuid
             * @description The same for all versions of one element.
             */
            id: string;
            /** @description The key of the element type, such as `subProcess`. */
            type: string;
            /**
             * Format: uri
             * @description Returns the whole element.
             */
            expandUri: string;
            /** @description The name by culture. */
            name: components["schemas"]["CultureTexts"];
            /** @description How many texts are not older than their source. */
            current: number;
            /** @description How many texts have a source that was changed later. */
            stale: number;
            /** @description How many have no text, and none in a fallback culture that the storage names. */
            missing: number;
            /** @description How many have no text, but one in a fallback culture that the storage names. */
            fallback: number;
            /**
             * Format: uuid
             * @description This version; only versioned elements have one.
             */
            versionId?: string;
            /**
             * Format: uuid
             * @description Only unversioned elements have one; structure elements have neither.
             */
            creationId?: string;
            /** @description Where the version stands in its lifecycle, such as `inProcess` or `released`. */
            state?: string;
            /** @description The key of the stereotype. */
            stereotype?: string;
        };
        /** @description An attribute in a culture. */
        Translation: {
            /** @description The name of the attribute. */
            attribute: string;
            /** @description The culture. */
            culture: number;
            /**
             * @description What it is in this culture.
             * @enum {unknown}
             */
            state: "current" | "stale" | "missing" | "fallback";
            /** @description Its last change; not for viewers, who do not see the history. */
            changed?: components["schemas"]["TextChangedBy"];
            /** @description Of what has no text: the culture whose text readers see instead. */
            shown?: number;
            /** @description Of a stale text: what the source was when this text was last changed; not for viewers. */
            sourceBefore?: unknown;
        };
        Translations: {
            /** @description How many entries this answer holds. */
            count: number;
            /** @description The culture to translate from: the default culture of the storage. */
            source: number;
            /** @description Without `culture`: each culture, the source first. */
            values?: components["schemas"]["CultureTranslations"][];
            /** @description With `culture`: how many elements there are on all pages. */
            total?: number;
            /** @description With `culture`: the elements, by name. */
            elements?: components["schemas"]["TranslatedElement"][];
        };
        Trash: {
            /** @description How many entries this answer holds. */
            count: number;
            total: number;
            values: components["schemas"]["Deleted"][];
        };
        TypeState: {
            key: string;
            displayNames: components["schemas"]["CultureTexts"];
            /** @description Whether versions in it change. */
            isEditable: boolean;
            /** @description Whether versions in it are released. */
            isReleased: boolean;
            /** @description Whether a new version can be made from one in it. */
            startsVersion: boolean;
        };
        TypeSummaries: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["TypeSummary"][];
            roles: components["schemas"]["MethodRoles"];
            facetGroups: components["schemas"]["FacetGroup"][];
        };
        /** @description What there is to know of a type to show its elements. */
        TypeSummary: {
            /** @example subProcess */
            key: string;
            /** @description The facet its elements belong to. */
            facet: string;
            /** @description What links to elements call the facet. */
            facetTypeName: string;
            displayNames: components["schemas"]["CultureTexts"];
            color: string;
            /**
             * @description What stands for it in diagrams.
             * @enum {unknown}
             */
            figure: "box" | "start" | "event" | "end" | "gateway" | "condition" | "interface" | "pool" | "message" | "note" | "frame" | "data" | "store";
            /**
             * @description The sign on that.
             * @enum {unknown}
             */
            icon: "element" | "task" | "process" | "scenario" | "house" | "category" | "view" | "interface" | "condition" | "and" | "or" | "xor" | "event" | "complex" | "message" | "timer" | "error" | "escalation" | "cancel" | "compensation" | "conditional" | "link" | "signal" | "terminate" | "multiple" | "parMultiple" | "none";
            isVersioned: boolean;
            /** @description Stands at the top of a hierarchy. */
            isRoot: boolean;
            /** @description Lives in diagrams alone. */
            isFlow: boolean;
            /** @description The caller may create elements of it that stand below nothing. */
            isCreatable: boolean;
            /** @description May hold content. */
            hasDiagram: boolean;
            /** @description The types that may be added to its diagram; none where that shows its children. */
            content: string[];
            /** @description Ways to draw the diagram, by the key that the rendering address takes. */
            layouts: components["schemas"]["Layout"][];
            /** @description The types that may stand below it. */
            children: string[];
            /** @description The attributes that make up the name people read. */
            label: string[];
            /** @description Attributes that a release needs in every mandatory culture. */
            mandatory: string[];
            /** @description Those of `label` that have a value for each culture. */
            translatedLabel: string[];
            /** @description Those of `mandatory` that have a value for each culture. */
            translatedMandatory: string[];
            /** @description Attributes with texts for programs, which forms leave out. */
            forPrograms: string[];
            /** @description Properties that no body of this caller changes. */
            readOnly: string[];
            /** @description Of its lifecycle; none where it has none. */
            states: components["schemas"]["TypeState"][];
            /**
             * @description Where it is not creatable: what stands in the way.
             * @enum {unknown}
             */
            whyNotCreatable?: "diagram" | "role" | "administrative" | "structure" | "permission";
        };
        /**
         * @example {
         *       "resolve": "restored"
         *     }
         */
        UndoBody: {
            /** @description Which side wins where something was changed since, by the paths of `conflicts`: `restored` is what comes back, `current` what is stored now. One word is for all of them. */
            resolve?: ("restored" | "current") | {
                [key: string]: "restored" | "current";
            };
        };
        Usages: {
            /** @description How many entries this answer holds. */
            count: number;
            /** @description How many usages there are on all pages. */
            total: number;
            /** @description Name of the related context, then the elements that refer in it. */
            values: {
                [key: string]: components["schemas"]["Reference"][];
            };
        };
        /** @description That a user has a picture. */
        UserPicture: {
            /**
             * Format: uuid
             * @description The user.
             */
            id: string;
            /** @description Of the content of the picture. */
            sha256: string;
        };
        /** @description A value that differs. */
        ValueChange: {
            /** @description The value on this side; null if it has none. */
            from: unknown;
            /** @description The value on this side; null if it has none. */
            to: unknown;
        };
        /** @description Type, state, stereotype or id of a target, then how many elements have it. */
        ValueCounts: {
            [key: string]: number;
        };
        /** @description Attributes by culture, related contexts, shapes and flows; equal parts are left out. */
        VersionDifference: {
            state?: components["schemas"]["TextChange"];
            version?: components["schemas"]["TextChange"];
            stereotype?: components["schemas"]["TextChange"];
            parent?: components["schemas"]["TextChange"];
            position?: {
                from: number;
                to: number;
            };
            /** @description Attribute name, then culture id. */
            attributes?: {
                [key: string]: {
                    [key: string]: components["schemas"]["ValueChange"];
                };
            };
            /** @description Name of the related context, then what differs. */
            related?: {
                [key: string]: components["schemas"]["ListChange"];
            };
            children?: components["schemas"]["ListChange"];
            content?: components["schemas"]["ContentChange"];
            files?: components["schemas"]["ListChange"];
        };
        Versions: {
            /** @description How many entries this answer holds. */
            count: number;
            elements: components["schemas"]["ListedVersion"][];
        };
        VersionsReport: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["ReportElement"][];
        };
        /** @description A way to look at a facet. */
        View: {
            /** @example tree */
            name: string;
            /** @description Lists hold the roots, and children lead on. */
            isHierarchical: boolean;
            /**
             * Format: uri
             * @description Returns the elements of the view.
             */
            elements: string;
            displayNames: components["schemas"]["CultureTexts"];
        };
        Views: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["View"][];
        };
        /** @description Something that did not stop a change, but that its author should know. */
        Warning: {
            /** @description A sentence for people. */
            error: string;
            /** @description A stable word for programs. */
            code: string;
            /** @constant */
            severity: "warning";
            /** @description The field of the body it is about. */
            path?: string;
            /** @description Of `html-cleaned`: the elements and attributes that were removed, by name. */
            removed?: {
                element: string;
                count: number;
                attribute?: string;
            }[];
        };
        Webhook: {
            /** Format: uuid */
            id: string;
            name: string;
            note: string;
            /** @enum {unknown} */
            state: "active" | "paused";
            url: string;
            /** @enum {unknown} */
            method: "POST" | "GET";
            /** @description The names of further headers; values are never shown. */
            headers: string[];
            /** @description Only events of elements of these facets; empty: of all. */
            facets: string[];
            /** @description Only events of elements of these types. */
            types: string[];
            /** @description Only changes of these kinds, such as `element.changed`. */
            kinds: string[];
            /** @description Only versions that are in one of these states after the change. */
            states: string[];
            changes: boolean;
            /** Format: date-time */
            created: string;
            /** Format: date-time */
            changed: string;
            /** @description Up to where the feed was read for it. */
            cursor: string;
            /** @description Events that wait, and that were given up. */
            counts: {
                waiting: number;
                dead: number;
            };
            /** @description Why nothing is sent. */
            trouble?: string;
            /**
             * Format: date-time
             * @description Since when no attempt was successful.
             */
            failingSince?: string;
            /** Format: date-time */
            nextAttempt?: string;
            /** Format: uuid */
            madeBy?: string;
            /** Format: uuid */
            actsAs?: string;
            body?: string;
            /** @description By which the receiver checks signatures. It is shown only in this response. */
            secret?: string;
        };
        /** @description A new webhook. */
        WebhookBody: {
            name: string;
            /** @description The receiver, by https. Placeholders may stand behind its name. */
            url: string;
            note?: string;
            /** @enum {unknown} */
            method?: "POST" | "GET";
            /** @description Further headers with their values, such as a password. Values are never shown again. */
            headers?: {
                [key: string]: string;
            };
            /** @description JSON with placeholders in its texts, such as `[name]`; null: the event itself. */
            body?: string | null;
            /** @description Only events of elements of these facets; empty: of all. */
            facets?: string[];
            /** @description Only events of elements of these types. */
            types?: string[];
            /** @description Only changes of these kinds, such as `element.changed`. */
            kinds?: string[];
            /** @description Only versions that are in one of these states after the change. */
            states?: string[];
            /** @description Whether events say what they changed. */
            changes?: boolean;
            /** @description The user or token whose rights decide what is sent; null: everything in the storage. */
            actsAs?: string | null;
            paused?: boolean;
        };
        /** @description What changes. It goes on unless `paused` is true. */
        WebhookChangeBody: {
            name?: string;
            /** @description The receiver, by https. Placeholders may stand behind its name. */
            url?: string;
            note?: string;
            /** @enum {unknown} */
            method?: "POST" | "GET";
            /** @description Further headers with their values, such as a password. Values are never shown again. */
            headers?: {
                [key: string]: string;
            };
            /** @description JSON with placeholders in its texts, such as `[name]`; null: the event itself. */
            body?: string | null;
            /** @description Only events of elements of these facets; empty: of all. */
            facets?: string[];
            /** @description Only events of elements of these types. */
            types?: string[];
            /** @description Only changes of these kinds, such as `element.changed`. */
            kinds?: string[];
            /** @description Only versions that are in one of these states after the change. */
            states?: string[];
            /** @description Whether events say what they changed. */
            changes?: boolean;
            /** @description The user or token whose rights decide what is sent; null: everything in the storage. */
            actsAs?: string | null;
            paused?: boolean;
        };
        WebhookDeliveries: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["WebhookDelivery"][];
        };
        WebhookDelivery: {
            /** @description Counts the deliveries of a webhook; 0: of the test that was just sent. */
            number: number;
            /** @description Its id in the feed. */
            event: string;
            kind: string;
            /** @enum {unknown} */
            state: "delivered" | "waiting" | "dead" | "test";
            attempts: number;
            milliseconds: number;
            /** @description What was sent, as JSON, without secrets. */
            request: string;
            /** @description The beginning of the answer, or why there is none. */
            answer: string;
            /** Format: uuid */
            element?: string;
            /**
             * Format: date-time
             * @description The last attempt.
             */
            at?: string;
            /** Format: date-time */
            nextAttempt?: string;
            /** @description Of the answer. */
            status?: number;
        };
        /** @description From a place in the feed. */
        WebhookReplayAfter: {
            /** @description A cursor of the feed: `0`, or the id of an event. */
            after: string | number;
        };
        /** @description From where to send again, or that what was given up is to be sent again. */
        WebhookReplayBody: components["schemas"]["WebhookReplayAfter"] | components["schemas"]["WebhookReplayDead"];
        /** @description What was given up. */
        WebhookReplayDead: {
            /** @enum {unknown} */
            dead: true;
        };
        Webhooks: {
            /** @description How many entries this answer holds. */
            count: number;
            values: components["schemas"]["Webhook"][];
        };
        /** @description How an element differs between two moments. */
        WideDifference: {
            /** Format: uuid */
            id: string;
            facetName: string;
            type: string;
            /** @description At the later moment; of what was removed, at the earlier one. */
            name: {
                [key: string]: string;
            };
            /** @enum {unknown} */
            kind: "added" | "removed" | "changed";
            /** @description What differs, in a few words. */
            changed: string[];
            /** @description Of what was added or removed: all of it. */
            difference: components["schemas"]["VersionDifference"];
            /** @description Its name is another one. */
            renamed?: boolean;
            /** @description It stands below another element. */
            moved?: boolean;
            /**
             * Format: uuid
             * @description The version at the earlier moment.
             */
            from?: string;
            /**
             * Format: uuid
             * @description The version at the later moment.
             */
            to?: string;
            /** @description Whom permissions set on it name at both moments; null: none are set. Only administrators get it. */
            permissions?: {
                from: string[] | null;
                to: string[] | null;
            };
            /** @description All of the flow objects that only one side shows. */
            flowObjects?: {
                /** @description By id. */
                added?: {
                    [key: string]: components["schemas"]["LoneFlowObject"];
                };
                /** @description By id. */
                removed?: {
                    [key: string]: components["schemas"]["LoneFlowObject"];
                };
            };
            /** @description The order at the later moment of what differs. */
            order?: {
                /** @description Related context, then the ids. */
                related?: {
                    [key: string]: string[];
                };
                /** @description Shapes in their order, each with the shapes before it. */
                content?: {
                    [key: string]: string[];
                };
            };
            /** @description The elements of the shapes whose connections differ. */
            shapes?: {
                [key: string]: string;
            };
            /** @description The names of the elements that the difference names. */
            names?: {
                [key: string]: {
                    [key: string]: string;
                };
            };
        };
        WideDifferences: {
            /** @description How many entries this answer holds. */
            count: number;
            fromRevision: number;
            toRevision: number;
            /** @description How many elements came. */
            added: number;
            /** @description How many elements went. */
            removed: number;
            /** @description How many elements changed. */
            changed: number;
            /** @description How many elements were compared, because they or something near them changed. */
            lookedAt: number;
            values: components["schemas"]["WideDifference"][];
        };
        /** @description A line of the script of a diagram. */
        WrittenLine: {
            /** @description The line, with its indentation. */
            text: string;
            /**
             * Format: uuid
             * @description Its shape; arrows and breaks have none.
             */
            shapeId?: string;
            /** Format: uuid */
            id?: string;
            type?: string;
            /** @description What it refers to by marks, and in which context. */
            names?: {
                mark: string;
                context: string;
                /** Format: uuid */
                id: string;
                type: string;
                name: string;
            }[];
            /** @description Who does what in it. */
            responsibilities?: {
                context: string;
                /** Format: uuid */
                id: string;
                type: string;
                name: string;
            }[];
            /** @description With `described=true`: what is said about the step, as html. */
            description?: string;
        };
    };
    responses: never;
    parameters: {
        facetId: string;
        viewId: string;
        elementId: string;
        attributeId: string;
        versionId: string;
        fileId: string;
        relatedId: string;
        type: string;
        transitionId: string;
        ignoreWarnings: "true" | "false";
        cultureId: string;
        layoutKey: string;
        taskId: string;
        permissionSetId: string;
        tokenId: string;
        userId: string;
        kind: "filter" | "columns" | "dashboard" | "favourite" | "recent" | "template" | "notice" | "overlays";
        key: string;
        poolId: string;
        webhookId: string;
        proposalId: string;
        grantId: string;
        importId: string;
        commentId: string;
        deletionId: string;
        resources: ("attributes" | "children" | "content" | "displayNames" | "related" | "rootPath" | "stereotype")[];
        select: string[];
        expandRelated: string[];
        page: number;
        pageSize: number;
        pageSelectionKey: string;
        filter: string;
        orderby: string;
        cursor: string;
        culture: number;
        facetCounts: string[];
        count: boolean;
        flat: boolean;
        "q-query": string;
        "by-query": ("facet" | "type" | "state" | "stereotype" | "owner" | "month" | "missingCulture")[];
        "name-query": string;
        "facet-query": string;
        "type-query": string;
        "match-query": string;
        "sheet-query": "list" | "edit" | "translations";
        "bom-query": boolean;
        "lcid-query": number;
        "Filter-query": string;
        "Page-query": number;
        "PageSize-query": number;
        "page-query": number;
        "pageSize-query": number;
        "lastVersions-query": boolean;
        "facetName-query": string;
        "facetViewKey-query": string;
        "variantKey-query": string;
        "versionKey-query": string;
        "selectionKey-query": string;
        "Facet-query": string;
        "id-query": "AgentsFeature" | "CommentsFeature";
        "contextKey-query": string;
        "facets-query": string[];
        "types-query": string[];
        "context-query": string[];
        "culture-query": number;
        "asOf-query": string;
        "explain-query": boolean;
        "mine-query": boolean;
        "approvals-query": boolean;
        "format-query": "svg" | "json";
        "shapes-query": string[];
        "create-query": boolean;
        "script-query": boolean;
        "described-query": boolean;
        "detailed-query": boolean;
        "draw-query": string;
        "dryRun-query": boolean;
        "ignoreWarnings-query": boolean;
        "force-query": boolean;
        "shared-query": boolean;
        "takeOver-query": boolean;
        "state-query": ("open" | "accepted" | "declined" | "closed" | "all")[];
        "order-query": "oldest" | "newest";
        "kind-query": string[];
        "subject-query": string;
        "actor-query": string;
        "element-query": string;
        "user-query": string;
        "from-query": string;
        "to-query": string;
        "after-query": string;
        "before-query": number;
        "kinds-query": string[];
        "changes-query": boolean;
        "window-query": string;
        "code-query": string;
        "return-query": string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Access = components['schemas']['Access'];
export type AccessExplanation = components['schemas']['AccessExplanation'];
export type AccessReason = components['schemas']['AccessReason'];
export type Acknowledgement = components['schemas']['Acknowledgement'];
export type AcknowledgementAsked = components['schemas']['AcknowledgementAsked'];
export type AcknowledgementBody = components['schemas']['AcknowledgementBody'];
export type AcknowledgementProof = components['schemas']['AcknowledgementProof'];
export type AcknowledgementRequestBody = components['schemas']['AcknowledgementRequestBody'];
export type Acknowledgements = components['schemas']['Acknowledgements'];
export type Actor = components['schemas']['Actor'];
export type AddedProperty = components['schemas']['AddedProperty'];
export type AddedType = components['schemas']['AddedType'];
export type AddedValue = components['schemas']['AddedValue'];
export type Additions = components['schemas']['Additions'];
export type AdditionsBody = components['schemas']['AdditionsBody'];
export type AdjustmentRule = components['schemas']['AdjustmentRule'];
export type AdministeredStorage = components['schemas']['AdministeredStorage'];
export type AgentDecision = components['schemas']['AgentDecision'];
export type AgentDecisionBody = components['schemas']['AgentDecisionBody'];
export type AgentGrant = components['schemas']['AgentGrant'];
export type AgentRequest = components['schemas']['AgentRequest'];
export type AgentRequestBody = components['schemas']['AgentRequestBody'];
export type Agents = components['schemas']['Agents'];
export type Approval = components['schemas']['Approval'];
export type ApprovedDocument = components['schemas']['ApprovedDocument'];
export type ApprovedShape = components['schemas']['ApprovedShape'];
export type AskedForLink = components['schemas']['AskedForLink'];
export type AttributeMap = components['schemas']['AttributeMap'];
export type AttributeProperty = components['schemas']['AttributeProperty'];
export type AttributeRule = components['schemas']['AttributeRule'];
export type AttributeValue = components['schemas']['AttributeValue'];
export type Attributes = components['schemas']['Attributes'];
export type Audit = components['schemas']['Audit'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AwaitedAcknowledgement = components['schemas']['AwaitedAcknowledgement'];
export type AwaitedAcknowledgements = components['schemas']['AwaitedAcknowledgements'];
export type BpmnFile = components['schemas']['BpmnFile'];
export type BpmnImport = components['schemas']['BpmnImport'];
export type BpmnShape = components['schemas']['BpmnShape'];
export type BpmnUnmapped = components['schemas']['BpmnUnmapped'];
export type ChangedAcknowledgements = components['schemas']['ChangedAcknowledgements'];
export type ChangedComment = components['schemas']['ChangedComment'];
export type ChangedComments = components['schemas']['ChangedComments'];
export type ChangedSubscriptions = components['schemas']['ChangedSubscriptions'];
export type ChosenMail = components['schemas']['ChosenMail'];
export type Comment = components['schemas']['Comment'];
export type CommentBody = components['schemas']['CommentBody'];
export type CommentPerson = components['schemas']['CommentPerson'];
export type ConfirmBody = components['schemas']['ConfirmBody'];
export type ConfirmedReview = components['schemas']['ConfirmedReview'];
export type ContentBody = components['schemas']['ContentBody'];
export type ContentChange = components['schemas']['ContentChange'];
export type ContentElement = components['schemas']['ContentElement'];
export type ContentElements = components['schemas']['ContentElements'];
export type ContentIds = components['schemas']['ContentIds'];
export type CopyBody = components['schemas']['CopyBody'];
export type CultureTexts = components['schemas']['CultureTexts'];
export type CultureTranslations = components['schemas']['CultureTranslations'];
export type DataAttribute = components['schemas']['DataAttribute'];
export type DataChild = components['schemas']['DataChild'];
export type DataElement = components['schemas']['DataElement'];
export type DataElements = components['schemas']['DataElements'];
export type DataProperties = components['schemas']['DataProperties'];
export type DataValue = components['schemas']['DataValue'];
export type DaylightTransition = components['schemas']['DaylightTransition'];
export type DelegateBody = components['schemas']['DelegateBody'];
export type Deleted = components['schemas']['Deleted'];
export type Diagram = components['schemas']['Diagram'];
export type DiagramArea = components['schemas']['DiagramArea'];
export type DiagramEdge = components['schemas']['DiagramEdge'];
export type DiagramLabel = components['schemas']['DiagramLabel'];
export type DiagramLane = components['schemas']['DiagramLane'];
export type DiagramNode = components['schemas']['DiagramNode'];
export type Diagrams = components['schemas']['Diagrams'];
export type Difference = components['schemas']['Difference'];
export type Differences = components['schemas']['Differences'];
export type Document = components['schemas']['Document'];
export type DueReview = components['schemas']['DueReview'];
export type DueReviews = components['schemas']['DueReviews'];
export type EditLocks = components['schemas']['EditLocks'];
export type Element = components['schemas']['Element'];
export type ElementInfo = components['schemas']['ElementInfo'];
export type ElementInfos = components['schemas']['ElementInfos'];
export type ElementTranslations = components['schemas']['ElementTranslations'];
export type ElementType = components['schemas']['ElementType'];
export type ElementTypes = components['schemas']['ElementTypes'];
export type Elements = components['schemas']['Elements'];
export type ElementsBody = components['schemas']['ElementsBody'];
export type EraseBody = components['schemas']['EraseBody'];
export type ErasedPerson = components['schemas']['ErasedPerson'];
export type ErasedPersons = components['schemas']['ErasedPersons'];
export type Error = components['schemas']['Error'];
export type Event = components['schemas']['Event'];
export type EventData = components['schemas']['EventData'];
export type Events = components['schemas']['Events'];
export type Facet = components['schemas']['Facet'];
export type FacetCounts = components['schemas']['FacetCounts'];
export type FacetGroup = components['schemas']['FacetGroup'];
export type FacetPermissions = components['schemas']['FacetPermissions'];
export type FacetPermissionsBody = components['schemas']['FacetPermissionsBody'];
export type Facets = components['schemas']['Facets'];
export type FeatureFlag = components['schemas']['FeatureFlag'];
export type FeatureFlags = components['schemas']['FeatureFlags'];
export type File = components['schemas']['File'];
export type FileContent = components['schemas']['FileContent'];
export type Files = components['schemas']['Files'];
export type Finding = components['schemas']['Finding'];
export type FlowChange = components['schemas']['FlowChange'];
export type FollowedElement = components['schemas']['FollowedElement'];
export type GivenAlong = components['schemas']['GivenAlong'];
export type GivenElement = components['schemas']['GivenElement'];
export type GivenShape = components['schemas']['GivenShape'];
export type History = components['schemas']['History'];
export type HistoryEntry = components['schemas']['HistoryEntry'];
export type Host = components['schemas']['Host'];
export type Import = components['schemas']['Import'];
export type ImportChange = components['schemas']['ImportChange'];
export type ImportColumn = components['schemas']['ImportColumn'];
export type ImportCounts = components['schemas']['ImportCounts'];
export type ImportFile = components['schemas']['ImportFile'];
export type ImportFinding = components['schemas']['ImportFinding'];
export type ImportSettings = components['schemas']['ImportSettings'];
export type ImportUndoBody = components['schemas']['ImportUndoBody'];
export type ImportValue = components['schemas']['ImportValue'];
export type Imports = components['schemas']['Imports'];
export type Layout = components['schemas']['Layout'];
export type Link = components['schemas']['Link'];
export type LinkBody = components['schemas']['LinkBody'];
export type ListChange = components['schemas']['ListChange'];
export type ListedVersion = components['schemas']['ListedVersion'];
export type Live = components['schemas']['Live'];
export type LiveChange = components['schemas']['LiveChange'];
export type LiveChanges = components['schemas']['LiveChanges'];
export type LoneFlowObject = components['schemas']['LoneFlowObject'];
export type MailChoice = components['schemas']['MailChoice'];
export type MailChoiceBody = components['schemas']['MailChoiceBody'];
export type MailPage = components['schemas']['MailPage'];
export type Maintained = components['schemas']['Maintained'];
export type ManualTemplate = components['schemas']['ManualTemplate'];
export type ManualTemplateBody = components['schemas']['ManualTemplateBody'];
export type ManualTemplatePlace = components['schemas']['ManualTemplatePlace'];
export type Me = components['schemas']['Me'];
export type MethodRoles = components['schemas']['MethodRoles'];
export type MoveBody = components['schemas']['MoveBody'];
export type NotReady = components['schemas']['NotReady'];
export type Notice = components['schemas']['Notice'];
export type Notices = components['schemas']['Notices'];
export type NoticesRead = components['schemas']['NoticesRead'];
export type NoticesReadBody = components['schemas']['NoticesReadBody'];
export type OpenApiDocument = components['schemas']['OpenApiDocument'];
export type OperationResult = components['schemas']['OperationResult'];
export type OwnMetamodel = components['schemas']['OwnMetamodel'];
export type PasswordBody = components['schemas']['PasswordBody'];
export type Period = components['schemas']['Period'];
export type Permalink = components['schemas']['Permalink'];
export type PermalinkBody = components['schemas']['PermalinkBody'];
export type Permalinks = components['schemas']['Permalinks'];
export type PermissionGrant = components['schemas']['PermissionGrant'];
export type PermissionSet = components['schemas']['PermissionSet'];
export type PermissionSetting = components['schemas']['PermissionSetting'];
export type Permissions = components['schemas']['Permissions'];
export type PermissionsBody = components['schemas']['PermissionsBody'];
export type PersonalData = components['schemas']['PersonalData'];
export type PictureContent = components['schemas']['PictureContent'];
export type Pictures = components['schemas']['Pictures'];
export type PrecedingShape = components['schemas']['PrecedingShape'];
export type Preference = components['schemas']['Preference'];
export type PreferenceBody = components['schemas']['PreferenceBody'];
export type Preferences = components['schemas']['Preferences'];
export type PreferredElement = components['schemas']['PreferredElement'];
export type PresenceBody = components['schemas']['PresenceBody'];
export type PresentAt = components['schemas']['PresentAt'];
export type PresentUser = components['schemas']['PresentUser'];
export type PresentUsers = components['schemas']['PresentUsers'];
export type Problem = components['schemas']['Problem'];
export type Proposal = components['schemas']['Proposal'];
export type Proposals = components['schemas']['Proposals'];
export type ProposedDraft = components['schemas']['ProposedDraft'];
export type ProvenAcknowledgement = components['schemas']['ProvenAcknowledgement'];
export type Ready = components['schemas']['Ready'];
export type RecordedApproval = components['schemas']['RecordedApproval'];
export type RecoveryBody = components['schemas']['RecoveryBody'];
export type Reference = components['schemas']['Reference'];
export type Region = components['schemas']['Region'];
export type Related = components['schemas']['Related'];
export type RelatedElement = components['schemas']['RelatedElement'];
export type RelatedMap = components['schemas']['RelatedMap'];
export type RelatedProperty = components['schemas']['RelatedProperty'];
export type RelatedRule = components['schemas']['RelatedRule'];
export type Release = components['schemas']['Release'];
export type ReleaseNote = components['schemas']['ReleaseNote'];
export type ReleaseNotes = components['schemas']['ReleaseNotes'];
export type ReleaseRecord = components['schemas']['ReleaseRecord'];
export type Report = components['schemas']['Report'];
export type ReportElement = components['schemas']['ReportElement'];
export type ReportPart = components['schemas']['ReportPart'];
export type ReportVersion = components['schemas']['ReportVersion'];
export type RestoreBody = components['schemas']['RestoreBody'];
export type Restored = components['schemas']['Restored'];
export type Review = components['schemas']['Review'];
export type ReviewBody = components['schemas']['ReviewBody'];
export type Revision = components['schemas']['Revision'];
export type RotateBody = components['schemas']['RotateBody'];
export type RuleFinding = components['schemas']['RuleFinding'];
export type ScriptLine = components['schemas']['ScriptLine'];
export type SearchHit = components['schemas']['SearchHit'];
export type SearchHits = components['schemas']['SearchHits'];
export type SelectableValue = components['schemas']['SelectableValue'];
export type Session = components['schemas']['Session'];
export type ShapeChange = components['schemas']['ShapeChange'];
export type SignInBody = components['schemas']['SignInBody'];
export type SignInLink = components['schemas']['SignInLink'];
export type SignInLinks = components['schemas']['SignInLinks'];
export type SigningKey = components['schemas']['SigningKey'];
export type SigningKeys = components['schemas']['SigningKeys'];
export type Snippet = components['schemas']['Snippet'];
export type Stats = components['schemas']['Stats'];
export type StatsEntry = components['schemas']['StatsEntry'];
export type StorageBody = components['schemas']['StorageBody'];
export type StorageInfo = components['schemas']['StorageInfo'];
export type Storages = components['schemas']['Storages'];
export type Subscriber = components['schemas']['Subscriber'];
export type Subscribers = components['schemas']['Subscribers'];
export type SubscriptionBody = components['schemas']['SubscriptionBody'];
export type Subscriptions = components['schemas']['Subscriptions'];
export type Synonyms = components['schemas']['Synonyms'];
export type SynonymsBody = components['schemas']['SynonymsBody'];
export type Table = components['schemas']['Table'];
export type Task = components['schemas']['Task'];
export type Tasks = components['schemas']['Tasks'];
export type TextChange = components['schemas']['TextChange'];
export type TextChangedBy = components['schemas']['TextChangedBy'];
export type Thread = components['schemas']['Thread'];
export type Threads = components['schemas']['Threads'];
export type ThreeSides = components['schemas']['ThreeSides'];
export type TimeZone = components['schemas']['TimeZone'];
export type Token = components['schemas']['Token'];
export type TokenBody = components['schemas']['TokenBody'];
export type Tokens = components['schemas']['Tokens'];
export type Transition = components['schemas']['Transition'];
export type Transitions = components['schemas']['Transitions'];
export type TranslatedElement = components['schemas']['TranslatedElement'];
export type Translation = components['schemas']['Translation'];
export type Translations = components['schemas']['Translations'];
export type Trash = components['schemas']['Trash'];
export type TypeState = components['schemas']['TypeState'];
export type TypeSummaries = components['schemas']['TypeSummaries'];
export type TypeSummary = components['schemas']['TypeSummary'];
export type UndoBody = components['schemas']['UndoBody'];
export type Usages = components['schemas']['Usages'];
export type UserPicture = components['schemas']['UserPicture'];
export type ValueChange = components['schemas']['ValueChange'];
export type ValueCounts = components['schemas']['ValueCounts'];
export type VersionDifference = components['schemas']['VersionDifference'];
export type Versions = components['schemas']['Versions'];
export type VersionsReport = components['schemas']['VersionsReport'];
export type View = components['schemas']['View'];
export type Views = components['schemas']['Views'];
export type Warning = components['schemas']['Warning'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookBody = components['schemas']['WebhookBody'];
export type WebhookChangeBody = components['schemas']['WebhookChangeBody'];
export type WebhookDeliveries = components['schemas']['WebhookDeliveries'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookReplayAfter = components['schemas']['WebhookReplayAfter'];
export type WebhookReplayBody = components['schemas']['WebhookReplayBody'];
export type WebhookReplayDead = components['schemas']['WebhookReplayDead'];
export type Webhooks = components['schemas']['Webhooks'];
export type WideDifference = components['schemas']['WideDifference'];
export type WideDifferences = components['schemas']['WideDifferences'];
export type WrittenLine = components['schemas']['WrittenLine'];
export type ParameterFacetId = components['parameters']['facetId'];
export type ParameterViewId = components['parameters']['viewId'];
export type ParameterElementId = components['parameters']['elementId'];
export type ParameterAttributeId = components['parameters']['attributeId'];
export type ParameterVersionId = components['parameters']['versionId'];
export type ParameterFileId = components['parameters']['fileId'];
export type ParameterRelatedId = components['parameters']['relatedId'];
export type ParameterType = components['parameters']['type'];
export type ParameterTransitionId = components['parameters']['transitionId'];
export type ParameterIgnoreWarnings = components['parameters']['ignoreWarnings'];
export type ParameterCultureId = components['parameters']['cultureId'];
export type ParameterLayoutKey = components['parameters']['layoutKey'];
export type ParameterTaskId = components['parameters']['taskId'];
export type ParameterPermissionSetId = components['parameters']['permissionSetId'];
export type ParameterTokenId = components['parameters']['tokenId'];
export type ParameterUserId = components['parameters']['userId'];
export type ParameterKind = components['parameters']['kind'];
export type ParameterKey = components['parameters']['key'];
export type ParameterPoolId = components['parameters']['poolId'];
export type ParameterWebhookId = components['parameters']['webhookId'];
export type ParameterProposalId = components['parameters']['proposalId'];
export type ParameterGrantId = components['parameters']['grantId'];
export type ParameterImportId = components['parameters']['importId'];
export type ParameterCommentId = components['parameters']['commentId'];
export type ParameterDeletionId = components['parameters']['deletionId'];
export type ParameterResources = components['parameters']['resources'];
export type ParameterSelect = components['parameters']['select'];
export type ParameterExpandRelated = components['parameters']['expandRelated'];
export type ParameterPage = components['parameters']['page'];
export type ParameterPageSize = components['parameters']['pageSize'];
export type ParameterPageSelectionKey = components['parameters']['pageSelectionKey'];
export type ParameterFilter = components['parameters']['filter'];
export type ParameterOrderby = components['parameters']['orderby'];
export type ParameterCursor = components['parameters']['cursor'];
export type ParameterCulture = components['parameters']['culture'];
export type ParameterFacetCounts = components['parameters']['facetCounts'];
export type ParameterCount = components['parameters']['count'];
export type ParameterFlat = components['parameters']['flat'];
export type ParameterQQuery = components['parameters']['q-query'];
export type ParameterByQuery = components['parameters']['by-query'];
export type ParameterNameQuery = components['parameters']['name-query'];
export type ParameterFacetQuery = components['parameters']['facet-query'];
export type ParameterTypeQuery = components['parameters']['type-query'];
export type ParameterMatchQuery = components['parameters']['match-query'];
export type ParameterSheetQuery = components['parameters']['sheet-query'];
export type ParameterBomQuery = components['parameters']['bom-query'];
export type ParameterLcidQuery = components['parameters']['lcid-query'];
export type ParameterFilterQuery = components['parameters']['Filter-query'];
export type ParameterPageQuery = components['parameters']['Page-query'];
export type ParameterPageSizeQuery = components['parameters']['PageSize-query'];
export type ParameterPageQuery_2 = components['parameters']['page-query'];
export type ParameterPageSizeQuery_2 = components['parameters']['pageSize-query'];
export type ParameterLastVersionsQuery = components['parameters']['lastVersions-query'];
export type ParameterFacetNameQuery = components['parameters']['facetName-query'];
export type ParameterFacetViewKeyQuery = components['parameters']['facetViewKey-query'];
export type ParameterVariantKeyQuery = components['parameters']['variantKey-query'];
export type ParameterVersionKeyQuery = components['parameters']['versionKey-query'];
export type ParameterSelectionKeyQuery = components['parameters']['selectionKey-query'];
export type ParameterFacetQuery_2 = components['parameters']['Facet-query'];
export type ParameterIdQuery = components['parameters']['id-query'];
export type ParameterContextKeyQuery = components['parameters']['contextKey-query'];
export type ParameterFacetsQuery = components['parameters']['facets-query'];
export type ParameterTypesQuery = components['parameters']['types-query'];
export type ParameterContextQuery = components['parameters']['context-query'];
export type ParameterCultureQuery = components['parameters']['culture-query'];
export type ParameterAsOfQuery = components['parameters']['asOf-query'];
export type ParameterExplainQuery = components['parameters']['explain-query'];
export type ParameterMineQuery = components['parameters']['mine-query'];
export type ParameterApprovalsQuery = components['parameters']['approvals-query'];
export type ParameterFormatQuery = components['parameters']['format-query'];
export type ParameterShapesQuery = components['parameters']['shapes-query'];
export type ParameterCreateQuery = components['parameters']['create-query'];
export type ParameterScriptQuery = components['parameters']['script-query'];
export type ParameterDescribedQuery = components['parameters']['described-query'];
export type ParameterDetailedQuery = components['parameters']['detailed-query'];
export type ParameterDrawQuery = components['parameters']['draw-query'];
export type ParameterDryRunQuery = components['parameters']['dryRun-query'];
export type ParameterIgnoreWarningsQuery = components['parameters']['ignoreWarnings-query'];
export type ParameterForceQuery = components['parameters']['force-query'];
export type ParameterSharedQuery = components['parameters']['shared-query'];
export type ParameterTakeOverQuery = components['parameters']['takeOver-query'];
export type ParameterStateQuery = components['parameters']['state-query'];
export type ParameterOrderQuery = components['parameters']['order-query'];
export type ParameterKindQuery = components['parameters']['kind-query'];
export type ParameterSubjectQuery = components['parameters']['subject-query'];
export type ParameterActorQuery = components['parameters']['actor-query'];
export type ParameterElementQuery = components['parameters']['element-query'];
export type ParameterUserQuery = components['parameters']['user-query'];
export type ParameterFromQuery = components['parameters']['from-query'];
export type ParameterToQuery = components['parameters']['to-query'];
export type ParameterAfterQuery = components['parameters']['after-query'];
export type ParameterBeforeQuery = components['parameters']['before-query'];
export type ParameterKindsQuery = components['parameters']['kinds-query'];
export type ParameterChangesQuery = components['parameters']['changes-query'];
export type ParameterWindowQuery = components['parameters']['window-query'];
export type ParameterCodeQuery = components['parameters']['code-query'];
export type ParameterReturnQuery = components['parameters']['return-query'];
export type $defs = Record<string, never>;
export interface operations {
    "facets-list": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Facets"];
                };
            };
        };
    };
    "views-list": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Views"];
                };
            };
        };
    };
    "elements-list": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
                $resources?: components["parameters"]["resources"];
                $select?: components["parameters"]["select"];
                $expandRelated?: components["parameters"]["expandRelated"];
                $page?: components["parameters"]["page"];
                $pageSize?: components["parameters"]["pageSize"];
                $pageSelectionKey?: components["parameters"]["pageSelectionKey"];
                $filter?: components["parameters"]["filter"];
                $orderby?: components["parameters"]["orderby"];
                $cursor?: components["parameters"]["cursor"];
                $culture?: components["parameters"]["culture"];
                $facetCounts?: components["parameters"]["facetCounts"];
                $count?: components["parameters"]["count"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Elements"];
                    "text/csv": string;
                };
            };
        };
    };
    "elements-update": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ElementsBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Elements"];
                };
            };
        };
    };
    "element-get": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
                $resources?: components["parameters"]["resources"];
                $select?: components["parameters"]["select"];
                $expandRelated?: components["parameters"]["expandRelated"];
                $filter?: components["parameters"]["filter"];
                $culture?: components["parameters"]["culture"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Elements"];
                };
            };
        };
    };
    "element-remove": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
                force?: components["parameters"]["force-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationResult"];
                };
            };
        };
    };
    "attributes-list": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
                $select?: components["parameters"]["select"];
                $filter?: components["parameters"]["filter"];
                $culture?: components["parameters"]["culture"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attributes"];
                };
            };
        };
    };
    "attribute-get": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
                attributeId: components["parameters"]["attributeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attributes"];
                };
            };
        };
    };
    "related-list": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
                $select?: components["parameters"]["select"];
                $expandRelated?: components["parameters"]["expandRelated"];
                $filter?: components["parameters"]["filter"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Related"];
                };
            };
        };
    };
    "related-get": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
                $expandRelated?: components["parameters"]["expandRelated"];
                $filter?: components["parameters"]["filter"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
                relatedId: components["parameters"]["relatedId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Related"];
                };
            };
        };
    };
    "children-list": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
                $resources?: components["parameters"]["resources"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Elements"];
                };
            };
        };
    };
    "content-list": {
        parameters: {
            query?: {
                format?: "json" | "script";
                culture?: number;
                asOf?: components["parameters"]["asOf-query"];
                shapes?: components["parameters"]["shapes-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentElements"];
                    "text/plain": string;
                };
            };
        };
    };
    "content-create": {
        parameters: {
            query?: {
                format?: "json" | "script";
                culture?: number;
                create?: components["parameters"]["create-query"];
                detailed?: components["parameters"]["detailed-query"];
                draw?: components["parameters"]["draw-query"];
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContentBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentIds"];
                };
            };
        };
    };
    "element-info": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementInfos"];
                };
            };
        };
    };
    "versions-list": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
                approvals?: components["parameters"]["approvals-query"];
                $resources?: components["parameters"]["resources"];
                $select?: components["parameters"]["select"];
                $expandRelated?: components["parameters"]["expandRelated"];
                $filter?: components["parameters"]["filter"];
                $culture?: components["parameters"]["culture"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Versions"];
                };
            };
        };
    };
    "version-record": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
                versionId: components["parameters"]["versionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseRecord"];
                };
            };
        };
    };
    "config-list": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementTypes"];
                };
            };
        };
    };
    "config-get": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                type: components["parameters"]["type"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementTypes"];
                };
            };
        };
    };
    "reporting-list": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
                $resources?: components["parameters"]["resources"];
                $select?: components["parameters"]["select"];
                $expandRelated?: components["parameters"]["expandRelated"];
                $page?: components["parameters"]["page"];
                $pageSize?: components["parameters"]["pageSize"];
                $pageSelectionKey?: components["parameters"]["pageSelectionKey"];
                $filter?: components["parameters"]["filter"];
                $orderby?: components["parameters"]["orderby"];
                $cursor?: components["parameters"]["cursor"];
                $culture?: components["parameters"]["culture"];
                $flat?: components["parameters"]["flat"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
        };
    };
    "reporting-get": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
                $resources?: components["parameters"]["resources"];
                $select?: components["parameters"]["select"];
                $expandRelated?: components["parameters"]["expandRelated"];
                $filter?: components["parameters"]["filter"];
                $culture?: components["parameters"]["culture"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
        };
    };
    "storage-info": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageInfo"];
                };
            };
        };
    };
    "transitions-list-alias": {
        parameters: {
            query?: {
                explain?: components["parameters"]["explain-query"];
            };
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transitions"];
                };
            };
        };
    };
    me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                q: components["parameters"]["q-query"];
                facets?: components["parameters"]["facets-query"];
                types?: components["parameters"]["types-query"];
                culture?: components["parameters"]["culture-query"];
                asOf?: components["parameters"]["asOf-query"];
                $page?: components["parameters"]["page"];
                $pageSize?: components["parameters"]["pageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchHits"];
                };
            };
        };
    };
    "diagram-render": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
                format?: components["parameters"]["format-query"];
                script?: components["parameters"]["script-query"];
                described?: components["parameters"]["described-query"];
                detailed?: components["parameters"]["detailed-query"];
            };
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
                cultureId: components["parameters"]["cultureId"];
                layoutKey: components["parameters"]["layoutKey"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                    "application/json": components["schemas"]["Diagrams"];
                };
            };
        };
    };
    "usages-list": {
        parameters: {
            query?: {
                context?: components["parameters"]["context-query"];
                asOf?: components["parameters"]["asOf-query"];
                $page?: components["parameters"]["page"];
                $pageSize?: components["parameters"]["pageSize"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usages"];
                };
            };
        };
    };
    stats: {
        parameters: {
            query: {
                by: components["parameters"]["by-query"];
                facets?: components["parameters"]["facets-query"];
                types?: components["parameters"]["types-query"];
                asOf?: components["parameters"]["asOf-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stats"];
                };
            };
        };
    };
    "translations-get": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ElementTranslations"];
                };
            };
        };
    };
    "translations-of-facet": {
        parameters: {
            query?: {
                culture?: number;
                state?: ("current" | "stale" | "missing" | "fallback")[];
                asOf?: components["parameters"]["asOf-query"];
                $page?: components["parameters"]["page"];
                $pageSize?: components["parameters"]["pageSize"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Translations"];
                };
            };
        };
    };
    "translations-count": {
        parameters: {
            query?: {
                culture?: number;
                state?: ("current" | "stale" | "missing" | "fallback")[];
                asOf?: components["parameters"]["asOf-query"];
                $page?: components["parameters"]["page"];
                $pageSize?: components["parameters"]["pageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Translations"];
                };
            };
        };
    };
    revision: {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revision"];
                };
            };
        };
    };
    period: {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Period"];
                };
            };
        };
    };
    "types-list": {
        parameters: {
            query?: {
                asOf?: components["parameters"]["asOf-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TypeSummaries"];
                };
            };
        };
    };
    "transition-apply-alias": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
                ignoreWarnings?: components["parameters"]["ignoreWarnings-query"];
            };
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
                transitionId: components["parameters"]["transitionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GivenAlong"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Elements"];
                };
            };
        };
    };
    "transition-apply-3": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
                ignoreWarnings?: components["parameters"]["ignoreWarnings-query"];
            };
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
                transitionId: components["parameters"]["transitionId"];
                ignoreWarnings: components["parameters"]["ignoreWarnings"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GivenAlong"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Elements"];
                };
            };
        };
    };
    "version-create-alias": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Elements"];
                };
            };
        };
    };
    "element-delete": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
                force?: components["parameters"]["force-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationResult"];
                };
            };
        };
    };
    "element-move": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Elements"];
                };
            };
        };
    };
    "element-copy": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CopyBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Elements"];
                };
            };
        };
    };
    "element-lock": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
                takeOver?: components["parameters"]["takeOver-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditLocks"];
                };
            };
        };
    };
    "element-unlock": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditLocks"];
                };
            };
        };
    };
    "translations-confirm": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Elements"];
                };
            };
        };
    };
    "history-list": {
        parameters: {
            query?: {
                $page?: components["parameters"]["page"];
                $pageSize?: components["parameters"]["pageSize"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                };
            };
        };
    };
    "version-difference": {
        parameters: {
            query: {
                from: components["parameters"]["from-query"];
                to: components["parameters"]["to-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Differences"];
                };
            };
        };
    };
    "subtree-difference": {
        parameters: {
            query: {
                from: string;
                to: string;
                format?: "ndjson" | "json";
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WideDifferences"];
                    "application/x-ndjson": string;
                };
            };
        };
    };
    "facet-difference": {
        parameters: {
            query: {
                from: string;
                to: string;
                format?: "ndjson" | "json";
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WideDifferences"];
                    "application/x-ndjson": string;
                };
            };
        };
    };
    difference: {
        parameters: {
            query: {
                from: string;
                to: string;
                format?: "ndjson" | "json";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WideDifferences"];
                    "application/x-ndjson": string;
                };
            };
        };
    };
    "subtree-release-notes": {
        parameters: {
            query: {
                from: string;
                to: string;
                format?: "ndjson" | "json" | "markdown";
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseNotes"];
                    "application/x-ndjson": string;
                    "text/markdown": string;
                };
            };
        };
    };
    "facet-release-notes": {
        parameters: {
            query: {
                from: string;
                to: string;
                format?: "ndjson" | "json" | "markdown";
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseNotes"];
                    "application/x-ndjson": string;
                    "text/markdown": string;
                };
            };
        };
    };
    "release-notes": {
        parameters: {
            query: {
                from: string;
                to: string;
                format?: "ndjson" | "json" | "markdown";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseNotes"];
                    "application/x-ndjson": string;
                    "text/markdown": string;
                };
            };
        };
    };
    events: {
        parameters: {
            query?: {
                facets?: string[];
                types?: string[];
                element?: string;
                format?: "ndjson" | "json";
                after?: components["parameters"]["after-query"];
                kinds?: components["parameters"]["kinds-query"];
                changes?: components["parameters"]["changes-query"];
                $pageSize?: components["parameters"]["pageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Events"];
                    "application/x-ndjson": string;
                };
            };
        };
    };
    "live-changes": {
        parameters: {
            query?: {
                after?: components["parameters"]["after-query"];
                window?: components["parameters"]["window-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveChanges"];
                };
            };
        };
    };
    "element-restore": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Restored"];
                };
            };
        };
    };
    "element-undo": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UndoBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Restored"];
                };
            };
        };
    };
    "trash-list": {
        parameters: {
            query?: {
                $page?: components["parameters"]["page"];
                $pageSize?: components["parameters"]["pageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trash"];
                };
            };
        };
    };
    "trash-restore": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                deletionId: components["parameters"]["deletionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Restored"];
                };
            };
        };
    };
    "permission-set-get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                permissionSetId: components["parameters"]["permissionSetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionSet"];
                };
            };
        };
    };
    "pools-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintained"];
                };
            };
        };
    };
    maintain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintained"];
                };
            };
        };
    };
    "pools-list-alias": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                poolId: components["parameters"]["poolId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintained"];
                };
            };
        };
    };
    "maintain-alias": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                poolId: components["parameters"]["poolId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Maintained"];
                };
            };
        };
    };
    "tasks-list": {
        parameters: {
            query?: {
                state?: components["parameters"]["state-query"];
                order?: components["parameters"]["order-query"];
                kind?: components["parameters"]["kind-query"];
                element?: components["parameters"]["element-query"];
                $page?: components["parameters"]["page"];
                $pageSize?: components["parameters"]["pageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tasks"];
                };
            };
        };
    };
    "task-get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tasks"];
                };
            };
        };
    };
    "task-accept": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
                ignoreWarnings?: components["parameters"]["ignoreWarnings-query"];
            };
            header?: never;
            path: {
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tasks"];
                };
            };
        };
    };
    "task-decline": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GivenAlong"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tasks"];
                };
            };
        };
    };
    "task-delegate": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                taskId: components["parameters"]["taskId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DelegateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tasks"];
                };
            };
        };
    };
    "session-get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    "session-open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    "session-end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    "password-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    "password-recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoveryBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskedForLink"];
                };
            };
        };
    };
    "user-link": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LinkBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLinks"];
                };
            };
        };
    };
    "openid-begin": {
        parameters: {
            query?: {
                return?: components["parameters"]["return-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "openid-finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "permissions-get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Permissions"];
                };
            };
        };
    };
    "permissions-set": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
                force?: components["parameters"]["force-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionsBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Permissions"];
                };
            };
        };
    };
    "permissions-drop": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
                force?: components["parameters"]["force-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Permissions"];
                };
            };
        };
    };
    "facet-permissions-get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FacetPermissions"];
                };
            };
        };
    };
    "facet-permissions-set": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FacetPermissionsBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FacetPermissions"];
                };
            };
        };
    };
    "access-explain": {
        parameters: {
            query?: {
                user?: components["parameters"]["user-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Access"];
                };
            };
        };
    };
    "audit-list": {
        parameters: {
            query?: {
                kind?: components["parameters"]["kind-query"];
                subject?: components["parameters"]["subject-query"];
                actor?: components["parameters"]["actor-query"];
                $page?: components["parameters"]["page"];
                $pageSize?: components["parameters"]["pageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Audit"];
                };
            };
        };
    };
    "additions-get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnMetamodel"];
                };
            };
        };
    };
    "additions-set": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdditionsBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnMetamodel"];
                };
            };
        };
    };
    "synonyms-get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Synonyms"];
                };
            };
        };
    };
    "synonyms-set": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SynonymsBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Synonyms"];
                };
            };
        };
    };
    "tokens-list": {
        parameters: {
            query?: {
                $page?: components["parameters"]["page"];
                $pageSize?: components["parameters"]["pageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
        };
    };
    "token-create": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
        };
    };
    "token-rotate": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                tokenId: components["parameters"]["tokenId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
        };
    };
    "token-revoke": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                tokenId: components["parameters"]["tokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
        };
    };
    "files-list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Files"];
                };
            };
        };
    };
    "file-upload": {
        parameters: {
            query: {
                name: components["parameters"]["name-query"];
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": components["schemas"]["FileContent"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Files"];
                };
            };
        };
    };
    "file-download": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
                fileId: components["parameters"]["fileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": components["schemas"]["FileContent"];
                };
            };
        };
    };
    "file-delete": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
                fileId: components["parameters"]["fileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationResult"];
                };
            };
        };
    };
    "preferences-list": {
        parameters: {
            query?: {
                kind?: components["parameters"]["kind-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
        };
    };
    "preference-set": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
                shared?: components["parameters"]["shared-query"];
            };
            header?: never;
            path: {
                kind: components["parameters"]["kind"];
                key: components["parameters"]["key"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreferenceBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
        };
    };
    "preference-delete": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
                shared?: components["parameters"]["shared-query"];
            };
            header?: never;
            path: {
                kind: components["parameters"]["kind"];
                key: components["parameters"]["key"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
        };
    };
    "pictures-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pictures"];
                };
            };
        };
    };
    "picture-get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": components["schemas"]["FileContent"];
                };
            };
        };
    };
    "picture-delete": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pictures"];
                };
            };
        };
    };
    "picture-set": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": components["schemas"]["PictureContent"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pictures"];
                };
            };
        };
    };
    "own-picture-delete": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pictures"];
                };
            };
        };
    };
    "own-data-get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalData"];
                };
            };
        };
    };
    "person-data-get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalData"];
                };
            };
        };
    };
    "person-erase": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EraseBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasedPersons"];
                };
            };
        };
    };
    "table-get": {
        parameters: {
            query?: {
                format?: "csv" | "xlsx" | "xliff";
                sheet?: components["parameters"]["sheet-query"];
                bom?: components["parameters"]["bom-query"];
                $select?: components["parameters"]["select"];
                $filter?: components["parameters"]["filter"];
                $orderby?: components["parameters"]["orderby"];
                $culture?: components["parameters"]["culture"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": components["schemas"]["Table"];
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": components["schemas"]["Table"];
                    "application/xliff+xml": components["schemas"]["Table"];
                };
            };
        };
    };
    "imports-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Imports"];
                };
            };
        };
    };
    "import-create": {
        parameters: {
            query: {
                format?: string;
                facet: components["parameters"]["facet-query"];
                type?: components["parameters"]["type-query"];
                match?: components["parameters"]["match-query"];
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": components["schemas"]["ImportFile"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Imports"];
                };
            };
        };
    };
    "import-get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                importId: components["parameters"]["importId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Imports"];
                };
            };
        };
    };
    "import-delete": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                importId: components["parameters"]["importId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Imports"];
                };
            };
        };
    };
    "import-correct": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                importId: components["parameters"]["importId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportSettings"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Imports"];
                };
            };
        };
    };
    "import-apply": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                importId: components["parameters"]["importId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Imports"];
                };
            };
        };
    };
    "import-undo": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                importId: components["parameters"]["importId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ImportUndoBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Imports"];
                };
            };
        };
    };
    "comments-list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Threads"];
                };
            };
        };
    };
    "comment-add": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedComments"];
                };
            };
        };
    };
    "comment-delete": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedComments"];
                };
            };
        };
    };
    "thread-resolve": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedComments"];
                };
            };
        };
    };
    "thread-reopen": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
                commentId: components["parameters"]["commentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedComments"];
                };
            };
        };
    };
    "notices-list": {
        parameters: {
            query?: {
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notices"];
                };
            };
        };
    };
    "notices-read": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoticesReadBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticesRead"];
                };
            };
        };
    };
    "subscriptions-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscriptions"];
                };
            };
        };
    };
    "subscription-add": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SubscriptionBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedSubscriptions"];
                };
            };
        };
    };
    "subscription-drop": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedSubscriptions"];
                };
            };
        };
    };
    "acknowledgements-list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledgements"];
                };
            };
        };
    };
    "acknowledgement-give": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcknowledgementBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedAcknowledgements"];
                };
            };
        };
    };
    "acknowledgements-ask": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcknowledgementRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedAcknowledgements"];
                };
            };
        };
    };
    "acknowledgements-withdraw": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedAcknowledgements"];
                };
            };
        };
    };
    "acknowledgements-proof": {
        parameters: {
            query?: {
                format?: "json" | "csv" | "xlsx" | "xliff";
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcknowledgementProof"];
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/xliff+xml": string;
                };
            };
        };
    };
    "acknowledgements-awaited": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwaitedAcknowledgements"];
                };
            };
        };
    };
    "reviews-list": {
        parameters: {
            query?: {
                mine?: components["parameters"]["mine-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DueReviews"];
                };
            };
        };
    };
    "review-get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Review"];
                };
            };
        };
    };
    "review-confirm": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmedReview"];
                };
            };
        };
    };
    "presence-set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresenceBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresentUsers"];
                };
            };
        };
    };
    "mail-get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailChoice"];
                };
            };
        };
    };
    "mail-choose": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailChoiceBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChosenMail"];
                };
            };
        };
    };
    "mail-confirming": {
        parameters: {
            query?: {
                code?: components["parameters"]["code-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": components["schemas"]["MailPage"];
                };
            };
        };
    };
    "mail-confirm": {
        parameters: {
            query?: {
                code?: components["parameters"]["code-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": components["schemas"]["MailPage"];
                };
            };
        };
    };
    "mail-leaving": {
        parameters: {
            query?: {
                code?: components["parameters"]["code-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": components["schemas"]["MailPage"];
                };
            };
        };
    };
    "mail-leave": {
        parameters: {
            query?: {
                code?: components["parameters"]["code-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": components["schemas"]["MailPage"];
                };
            };
        };
    };
    "bpmn-export": {
        parameters: {
            query?: {
                lcid?: components["parameters"]["lcid-query"];
                asOf?: components["parameters"]["asOf-query"];
            };
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": components["schemas"]["BpmnFile"];
                };
            };
        };
    };
    "bpmn-import": {
        parameters: {
            query?: {
                lcid?: components["parameters"]["lcid-query"];
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": components["schemas"]["BpmnFile"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BpmnImport"];
                };
            };
        };
    };
    "document-get": {
        parameters: {
            query?: {
                format?: "pdf" | "docx";
                culture?: number;
                released?: boolean;
                asOf?: components["parameters"]["asOf-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
                elementId: components["parameters"]["elementId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": components["schemas"]["Document"];
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": components["schemas"]["Document"];
                };
            };
        };
    };
    "documents-get": {
        parameters: {
            query?: {
                format?: "pdf" | "docx";
                culture?: number;
                released?: boolean;
                asOf?: components["parameters"]["asOf-query"];
            };
            header?: never;
            path: {
                facetId: components["parameters"]["facetId"];
                viewId: components["parameters"]["viewId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": components["schemas"]["Document"];
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": components["schemas"]["Document"];
                };
            };
        };
    };
    "template-get": {
        parameters: {
            query?: {
                format?: "pdf" | "docx";
                culture?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManualTemplate"];
                };
            };
        };
    };
    "template-set": {
        parameters: {
            query?: {
                format?: "pdf" | "docx";
                culture?: number;
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ManualTemplateBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManualTemplate"];
                };
            };
        };
    };
    "template-remove": {
        parameters: {
            query?: {
                format?: "pdf" | "docx";
                culture?: number;
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManualTemplate"];
                };
            };
        };
    };
    "webhooks-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
        };
    };
    "webhook-create": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
        };
    };
    "webhook-get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
        };
    };
    "webhook-change": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChangeBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
        };
    };
    "webhook-delete": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
        };
    };
    "webhook-rotate": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
        };
    };
    "webhook-test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveries"];
                };
            };
        };
    };
    "webhook-replay": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplayBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
        };
    };
    "webhook-deliveries": {
        parameters: {
            query?: {
                state?: ("delivered" | "waiting" | "dead" | "test")[];
                before?: components["parameters"]["before-query"];
                $pageSize?: components["parameters"]["pageSize"];
            };
            header?: never;
            path: {
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveries"];
                };
            };
        };
    };
    "proposals-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposals"];
                };
            };
        };
    };
    "proposal-get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                proposalId: components["parameters"]["proposalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposals"];
                };
            };
        };
    };
    "proposal-accept": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
                ignoreWarnings?: components["parameters"]["ignoreWarnings-query"];
            };
            header?: never;
            path: {
                proposalId: components["parameters"]["proposalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposals"];
                };
            };
        };
    };
    "proposal-decline": {
        parameters: {
            query?: {
                dryRun?: components["parameters"]["dryRun-query"];
            };
            header?: never;
            path: {
                proposalId: components["parameters"]["proposalId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GivenAlong"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposals"];
                };
            };
        };
    };
    "agents-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agents"];
                };
            };
        };
    };
    "agent-end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                grantId: components["parameters"]["grantId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agents"];
                };
            };
        };
    };
    "agent-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRequest"];
                };
            };
        };
    };
    "agent-decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentDecisionBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentDecision"];
                };
            };
        };
    };
}
